import { ArrowCounterClockwise } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise';
import { makeIcon } from './make-icon.tsx';

// Loaded with the flows that take pictures and signatures.

export const StartAgainIcon = /* @__PURE__ */ makeIcon(ArrowCounterClockwise, { mirrors: true });
