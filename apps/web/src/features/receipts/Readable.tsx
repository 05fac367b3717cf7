import { ErrorNote, useT } from '@candor/ui';
import { Component, type ReactElement, type ReactNode } from 'react';

function Unreadable(): ReactElement {
  const t = useT();
  return <ErrorNote>{t('receipt.cannot-recompute')}</ErrorNote>;
}

type Props = { readonly children: ReactNode };

/** Says of a pasted receipt that it cannot be read, where a field is missing deep inside it. */
export class Readable extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Unreadable /> : this.props.children;
  }
}
