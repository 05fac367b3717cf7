/**
 * ui — look and feel: tokens, components with their states, figures as a reader's language writes
 * them. Knows no endpoint.
 */
export {
  Button,
  buttonClass,
  type ButtonLook,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
} from './Button.tsx';
export { IconButton, iconButtonClass } from './IconButton.tsx';
export { Field, bareInputClass, inputClass, type FieldControl } from './Field.tsx';
export { PasswordInput, TextInput, type TextInputProps } from './TextInput.tsx';
export { SelectField } from './SelectField.tsx';
export { TextArea } from './TextArea.tsx';
export { Calendar } from './Calendar.tsx';
export type { CalendarDay } from './calendar-days.ts';
export { DecimalField, type DecimalFieldProps } from './DecimalField.tsx';
export { readTyped, type TypedDecimal } from './decimal-text.ts';
export { Amount, Num, Percent, Price } from './Figures.tsx';
export {
  DASH,
  MINUS,
  formatDay,
  formatNumber,
  formatShort,
  formatTime,
  placesOfStep,
  shiftDecimal,
  signOf,
  type NumberStyle,
} from './format.ts';
export { Pills, Segments, type Choice } from './Choices.tsx';
export { Tabs, tabPanelProps } from './Tabs.tsx';
export { Card, Disc, KeyValue, cardClass } from './Card.tsx';
export { type ColumnKind } from './column-kinds.ts';
export { DataTable, type Column, type DataTableProps } from './DataTable.tsx';
export { Dialog, Drawer, Sheet } from './Dialog.tsx';
export { toast, type ToastMessage } from './toast.ts';
export { ToastHost } from './ToastHost.tsx';
export { StatusChip, type StatusIcon, type StatusTone } from './Chip.tsx';
export { DemoChip, RealChip } from './ModeChip.tsx';
export { CheckMark, SourceLine, type SourceState } from './SourceLine.tsx';
export { Kbd } from './Kbd.tsx';
export { Timeline, type TimelineStep } from './Timeline.tsx';
export { Stepper, type FlowStep } from './Stepper.tsx';
export { SignatureField } from './SignatureField.tsx';
export { UNSIGNED, isSigned, signaturePicture, type Signature } from './signature.ts';
export { Sparkline } from './Sparkline.tsx';
export { DailyBars, type DayBar } from './DailyBars.tsx';
export { ExactAmount } from './ExactAmount.tsx';
export { FillRange } from './FillRange.tsx';
export { RangeBar, type Span } from './RangeBar.tsx';
export { CurveChart, type Curve } from './CurveChart.tsx';
export { ErrorNote, Note } from './Note.tsx';
export { Pager } from './Pager.tsx';
export { Empty, Skeleton } from './Quiet.tsx';
export { ActionBar } from './ActionBar.tsx';
export { PicturePreview } from './PicturePreview.tsx';
export { UploadTile, type UploadShown } from './UploadTile.tsx';
export { formatFileSize, formatMegabytes, formatShare, formatSpan } from './format-units.ts';
export { RiskFacts } from './RiskFacts.tsx';
export { Markup } from './Markup.tsx';
export { parseMarkup } from './markup.ts';
export { Logo } from './Logo.tsx';
export { QrCode } from './QrCode.tsx';
export { currentLayout, useLayout, type Layout } from './layout.ts';
export { useLocale, useT } from './use-locale.ts';
export type { IconProps } from './make-icon.tsx';
export {
  ArrowRightIcon,
  BellIcon,
  CaretDownIcon,
  CaretLeftIcon,
  ChartLineIcon,
  CircleNotchIcon,
  ClockIcon,
  GlobeIcon,
  HandCoinsIcon,
  HeadsetIcon,
  HouseIcon,
  MoonIcon,
  PaletteIcon,
  RobotIcon,
  SunIcon,
  UserCircleIcon,
} from './frame-icons.ts';
export {
  ArrowLeftIcon,
  ArrowsClockwiseIcon,
  CaretRightIcon,
  CaretUpIcon,
  CheckCircleIcon,
  CheckIcon,
  CopyIcon,
  DotsThreeIcon,
  DownloadIcon,
  EyeIcon,
  EyeSlashIcon,
  HourglassIcon,
  KeyboardIcon,
  ListIcon,
  LockIcon,
  MagnifyingGlassIcon,
  MinusIcon,
  PlayCircleIcon,
  PlusIcon,
  ReceiptIcon,
  ShieldWarningIcon,
  SignOutIcon,
  StarIcon,
  UsersIcon,
  WarningCircleIcon,
  XIcon,
} from './icons.ts';
export {
  CameraIcon,
  CameraRotateIcon,
  CardholderIcon,
  IdentificationCardIcon,
  ImageIcon,
  LightningIcon,
  StartAgainIcon,
  UserFocusIcon,
} from './capture-icons.ts';
export { InfoIcon, WarningIcon, XCircleIcon } from './note-icons.ts';
