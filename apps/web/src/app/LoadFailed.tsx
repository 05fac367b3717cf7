import { Button, Empty, useT } from '@candor/ui';
import { Component, type ReactElement, type ReactNode } from 'react';

function Notice(): ReactElement {
  const t = useT();
  return (
    <div role="alert" className="mx-auto max-w-[720px] p-8 max-desktop:p-4">
      <Empty
        title={t('page.load-failed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => location.reload()}>
            {t('common.reload')}
          </Button>
        }
      />
    </div>
  );
}

type Props = { readonly children: ReactNode };

/** Stands in for a page whose code did not arrive or broke; the frame around it keeps working. */
export class LoadFailed extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Notice /> : this.props.children;
  }
}
