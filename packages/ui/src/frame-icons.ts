import { ArrowRight } from '@phosphor-icons/react/dist/csr/ArrowRight';
import { Bell } from '@phosphor-icons/react/dist/csr/Bell';
import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown';
import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft';
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine';
import { CircleNotch } from '@phosphor-icons/react/dist/csr/CircleNotch';
import { Clock } from '@phosphor-icons/react/dist/csr/Clock';
import { Globe } from '@phosphor-icons/react/dist/csr/Globe';
import { HandCoins } from '@phosphor-icons/react/dist/csr/HandCoins';
import { Headset } from '@phosphor-icons/react/dist/csr/Headset';
import { House } from '@phosphor-icons/react/dist/csr/House';
import { Moon } from '@phosphor-icons/react/dist/csr/Moon';
import { Palette } from '@phosphor-icons/react/dist/csr/Palette';
import { Robot } from '@phosphor-icons/react/dist/csr/Robot';
import { Sun } from '@phosphor-icons/react/dist/csr/Sun';
import { UserCircle } from '@phosphor-icons/react/dist/csr/UserCircle';
import { makeIcon } from './make-icon.tsx';

// Icons of the frame and the home page: the others stay out of the first load.

export const ArrowRightIcon = /* @__PURE__ */ makeIcon(ArrowRight, { mirrors: true });
export const BellIcon = /* @__PURE__ */ makeIcon(Bell);
export const CaretDownIcon = /* @__PURE__ */ makeIcon(CaretDown);
export const CaretLeftIcon = /* @__PURE__ */ makeIcon(CaretLeft, { mirrors: true });
export const ChartLineIcon = /* @__PURE__ */ makeIcon(ChartLine);
export const CircleNotchIcon = /* @__PURE__ */ makeIcon(CircleNotch);
export const ClockIcon = /* @__PURE__ */ makeIcon(Clock);
export const GlobeIcon = /* @__PURE__ */ makeIcon(Globe);
export const HandCoinsIcon = /* @__PURE__ */ makeIcon(HandCoins);
export const HeadsetIcon = /* @__PURE__ */ makeIcon(Headset);
export const HouseIcon = /* @__PURE__ */ makeIcon(House);
export const MoonIcon = /* @__PURE__ */ makeIcon(Moon);
export const PaletteIcon = /* @__PURE__ */ makeIcon(Palette);
export const RobotIcon = /* @__PURE__ */ makeIcon(Robot);
export const SunIcon = /* @__PURE__ */ makeIcon(Sun);
export const UserCircleIcon = /* @__PURE__ */ makeIcon(UserCircle);
