import { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple';
import { makeIcon } from './make-icon.tsx';

// Alone, so that only pages with a tile load it.
export const UploadIcon = /* @__PURE__ */ makeIcon(UploadSimple);
