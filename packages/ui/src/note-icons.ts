import { Info } from '@phosphor-icons/react/dist/csr/Info';
import { Warning } from '@phosphor-icons/react/dist/csr/Warning';
import { XCircle } from '@phosphor-icons/react/dist/csr/XCircle';
import { makeIcon } from './make-icon.tsx';

// Icons of inline notes, without the others.

export const InfoIcon = /* @__PURE__ */ makeIcon(Info);
export const WarningIcon = /* @__PURE__ */ makeIcon(Warning);
export const XCircleIcon = /* @__PURE__ */ makeIcon(XCircle);
