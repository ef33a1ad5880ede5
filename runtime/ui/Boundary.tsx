import { type ReactNode, Component } from "react";

interface Props {
  /** What stands in the place of what broke. */
  readonly fallback?: (retry: () => void) => ReactNode;
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Keeps a component that throws from taking the rest with it. */
export class Boundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }
  private readonly retry = (): void => this.setState({ broken: false });
  override render(): ReactNode {
    const { fallback, children } = this.props;
    return this.state.broken ? (fallback?.(this.retry) ?? null) : children;
  }
}
