/** Tells password managers whose password follows. @param email the account's address */
export const PasswordOwner = ({ email }: { readonly email: string }) => (
  <input
    className="visually-hidden"
    type="email"
    name="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);
