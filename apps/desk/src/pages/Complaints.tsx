import type { ReactElement } from 'react';
import { RegisterView } from '../features/support/RegisterView.tsx';

/** The register of complaints. */
export function Complaints(): ReactElement {
  return <RegisterView />;
}
