import { ArrowCounterClockwise } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise';
import { Camera } from '@phosphor-icons/react/dist/csr/Camera';
import { CameraRotate } from '@phosphor-icons/react/dist/csr/CameraRotate';
import { Cardholder } from '@phosphor-icons/react/dist/csr/Cardholder';
import { IdentificationCard } from '@phosphor-icons/react/dist/csr/IdentificationCard';
import { Image } from '@phosphor-icons/react/dist/csr/Image';
import { Lightning } from '@phosphor-icons/react/dist/csr/Lightning';
import { UserFocus } from '@phosphor-icons/react/dist/csr/UserFocus';
import { makeIcon } from './make-icon.tsx';

// Loaded with the flows that take pictures and signatures.

export const CameraIcon = /* @__PURE__ */ makeIcon(Camera);
export const CameraRotateIcon = /* @__PURE__ */ makeIcon(CameraRotate);
export const CardholderIcon = /* @__PURE__ */ makeIcon(Cardholder);
export const IdentificationCardIcon = /* @__PURE__ */ makeIcon(IdentificationCard);
export const ImageIcon = /* @__PURE__ */ makeIcon(Image);
export const LightningIcon = /* @__PURE__ */ makeIcon(Lightning);
export const StartAgainIcon = /* @__PURE__ */ makeIcon(ArrowCounterClockwise, { mirrors: true });
export const UserFocusIcon = /* @__PURE__ */ makeIcon(UserFocus);
