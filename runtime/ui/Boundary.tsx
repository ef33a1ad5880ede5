import { type ReactNode, Component } from "react";

interface Props {
  /** Rendered in place of the failed content. */
  readonly fallback?: (retry: () => void) => ReactNode;
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** An error boundary. */
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
