import { SUPPORT_FILES_MAX } from '@candor/protocol/light';
import { Button, PlusIcon, UploadTile, useT } from '@candor/ui';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { uploadVisitorPicture } from '../../lib/upload.ts';
import { type Bring, useUpload } from '../../lib/use-upload.ts';
import type { Visit } from './visits.ts';

/** The pictures of a message. */
export type PicturesState = {
  readonly fileIds: readonly string[];
  /** One is on its way, or was refused and still stands there. */
  readonly isWaiting: boolean;
};

export const NO_PICTURES: PicturesState = { fileIds: [], isWaiting: false };

type Slot = { readonly fileId: string | null; readonly isWaiting: boolean };

function OnePicture(props: {
  readonly number: number;
  readonly visit: Visit | undefined;
  readonly onChange: (number: number, slot: Slot) => void;
}): ReactElement {
  const { number, visit, onChange } = props;
  const t = useT();
  const bring = useMemo(
    (): Bring | null =>
      visit === undefined
        ? null
        : (file, options) => uploadVisitorPicture({ ...visit, file }, options),
    [visit],
  );
  const { fileId, tile } = useUpload('support', bring);
  const isWaiting = tile.state === 'sending' || tile.state === 'failed';
  useEffect(() => onChange(number, { fileId, isWaiting }), [number, fileId, isWaiting, onChange]);
  return <UploadTile label={t('support.picture', { number: String(number) })} shown={tile} />;
}

function Slots({
  visit,
  onChange,
}: {
  readonly visit: Visit | undefined;
  readonly onChange: (pictures: PicturesState) => void;
}): ReactElement {
  const t = useT();
  const [slots, setSlots] = useState<readonly Slot[]>([]);
  useEffect(() => {
    onChange({
      fileIds: slots.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
      isWaiting: slots.some(({ isWaiting }) => isWaiting),
    });
  }, [slots, onChange]);
  const [change] = useState(
    () =>
      (number: number, slot: Slot): void =>
        setSlots((all) => all.map((one, at) => (at + 1 === number ? slot : one))),
  );
  return (
    <div className="grid gap-3">
      {slots.length > 0 && (
        <div className="grid gap-4 desktop:grid-cols-2">
          {slots.map((_, at) => (
            // A place keeps its number: pictures are taken out inside it.
            // oxlint-disable-next-line react/no-array-index-key
            <OnePicture key={at} number={at + 1} visit={visit} onChange={change} />
          ))}
        </div>
      )}
      {slots.length < SUPPORT_FILES_MAX && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setSlots((all) => [...all, { fileId: null, isWaiting: false }])}
        >
          <PlusIcon size={16} />
          {t('support.attach')}
        </Button>
      )}
    </div>
  );
}

/**
 * Pictures to go with a message, one after the other; a visitor brings them to a conversation that has
 * begun.
 */
export function Pictures({
  visit,
  onChange,
}: {
  /** The visitor's conversation they go to. */
  readonly visit?: Visit | undefined;
  readonly onChange: (pictures: PicturesState) => void;
}): ReactElement {
  const t = useT();
  const { user } = useSession();
  if (user !== null || visit !== undefined) return <Slots visit={visit} onChange={onChange} />;
  return <p className="text-sm text-ink-3">{t('support.pictures-account')}</p>;
}
