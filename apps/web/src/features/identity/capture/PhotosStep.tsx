import type { DocumentType, IdentityRejectReason } from '@candor/protocol/light';
import {
  ActionBar,
  Button,
  CardholderIcon,
  CheckCircleIcon,
  IdentificationCardIcon,
  type IconProps,
  Note,
  UserFocusIcon,
  WarningCircleIcon,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import type { Upload } from '../../../lib/use-upload.ts';
import type { Photo, Plan } from '../plan/plan.ts';
import { reasonText } from '../plan/words.ts';
import { PhotoPane } from './PhotoPane.tsx';

/** The three pictures on their way to the server. */
export type Uploads = Readonly<Record<Photo, Upload>>;

const ICONS: Readonly<Record<Photo, (props: IconProps) => ReactElement>> = {
  front: IdentificationCardIcon,
  back: CardholderIcon,
  holding: UserFocusIcon,
};

/** One picture in a row of them: which it is, and whether it is there. */
function PhotoTile(props: {
  readonly photo: Photo;
  readonly upload: Upload;
  readonly isShown: boolean;
  readonly isMissing: boolean;
  readonly onShow: () => void;
}): ReactElement {
  const { photo, upload, isShown, isMissing, onShow } = props;
  const t = useT();
  const isThere = upload.picture !== null;
  const isBad = isMissing || upload.tile.state === 'failed';
  const Icon = isThere ? CheckCircleIcon : isBad ? WarningCircleIcon : ICONS[photo];
  const edge = isShown
    ? 'border-2 border-accent text-ink'
    : isBad
      ? 'border border-dashed border-[var(--color-danger-solid)] text-[var(--color-danger)]'
      : isThere
        ? 'border border-line-strong text-ink'
        : 'border border-dashed border-control text-ink-3';
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={`grid min-h-14 min-w-0 flex-1 place-content-center justify-items-center gap-0.5 rounded-md px-1 text-xs ${edge}`}
    >
      <Icon size={18} weight={isThere || isBad ? 'fill' : 'regular'} />
      <span className="[overflow-wrap:anywhere]">{t(`identity.photo-${photo}`)}</span>
      <span className="sr-only">
        {t(isThere ? 'identity.is-there' : isBad ? 'identity.is-bad' : 'identity.is-missing')}
      </span>
    </button>
  );
}

/** The pictures of a document and of the user with it, one after the other. */
export function PhotosStep(props: {
  readonly plan: Plan;
  readonly type: DocumentType | null;
  readonly uploads: Uploads;
  /** What the server says is wrong with a picture. */
  readonly problemOf: (photo: Photo) => string | null;
  readonly rejectionOf: (photo: Photo) => IdentityRejectReason | null;
  readonly onDone: () => void;
}): ReactElement {
  const { plan, type, uploads, problemOf, rejectionOf, onDone } = props;
  const t = useT();
  const isOpen = (photo: Photo): boolean => uploads[photo].picture === null;
  const [shown, setShown] = useState<Photo>(
    () => plan.photos.find(isOpen) ?? plan.photos[0] ?? 'front',
  );
  const [isTried, setTried] = useState(false);
  const photo = plan.photos.includes(shown) ? shown : (plan.photos[0] ?? 'front');
  const isMissing = (one: Photo): boolean =>
    isTried && plan.needed.includes(one) && isOpen(one) && !uploads[one].isSending;
  const rejection = rejectionOf(photo);
  const next = plan.needed.find((one) => one !== photo && isOpen(one));
  const goOn = (): void => {
    if (!isOpen(photo) || !plan.needed.includes(photo)) {
      if (next === undefined) return onDone();
      setTried(false);
      return setShown(next);
    }
    return setTried(true);
  };
  return (
    <div className="flex flex-1 flex-col gap-4">
      <div role="group" aria-label={t('identity.step-photos')} className="flex gap-2">
        {plan.photos.map((one) => (
          <PhotoTile
            key={one}
            photo={one}
            upload={uploads[one]}
            isShown={one === photo}
            isMissing={isMissing(one) || problemOf(one) !== null}
            onShow={() => setShown(one)}
          />
        ))}
      </div>
      {rejection !== null && isOpen(photo) && (
        <Note tone="warn" title={t('identity.rejected-photo')}>
          {reasonText(rejection, t)}
        </Note>
      )}
      <PhotoPane
        key={photo}
        photo={photo}
        type={type}
        upload={uploads[photo]}
        problem={problemOf(photo) ?? (isMissing(photo) ? t('message.upload-image') : null)}
      />
      {/* The camera's button is pressed first, and lies where the bar would stay. */}
      <ActionBar isLater={uploads[photo].tile.state === 'none'}>
        <Button
          size="lg"
          wide
          busy={uploads[photo].isSending ? t('identity.sending') : undefined}
          onClick={goOn}
        >
          {next === undefined
            ? t('identity.continue')
            : t('identity.next-photo', { photo: t(`identity.photo-${next}`) })}
        </Button>
      </ActionBar>
    </div>
  );
}
