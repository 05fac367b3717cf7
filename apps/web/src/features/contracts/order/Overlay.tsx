import { Dialog, Sheet, useLayout } from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';

/** Over the page: a dialog on wide screens, a sheet from the lower edge on phones. */
export function Overlay(props: {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const Box = useLayout() === 'mobile' ? Sheet : Dialog;
  return <Box open {...props} />;
}
