import { UPLOAD_BYTES_MAX, UPLOAD_TYPES } from '@candor/protocol/desk-light';
import { UploadTile } from '@candor/ui';
import { type ReactElement, useRef, useState } from 'react';
import { useDeskT } from '../../lib/texts.ts';
import { useCommand } from '../../lib/use-command.ts';

/** The picture of a token: it is kept at each width as soon as it is chosen. */
export function PictureField(props: {
  readonly isMissing: boolean;
  /** Told the picture that is kept; empty once it is taken back. */
  readonly onKept: (artId: string) => void;
}): ReactElement {
  const { isMissing, onKept } = props;
  const t = useDeskT();
  const command = useCommand();
  const [file, setFile] = useState<File | null>(null);
  const [isKept, setIsKept] = useState(false);
  // A picture that was taken back meanwhile is not the token's when its answer comes.
  const newest = useRef<File | null>(null);
  const begin = (chosen: File | null): void => {
    newest.current = chosen;
    setFile(chosen);
    setIsKept(false);
    command.clear();
    onKept('');
  };
  const send = async (chosen: File): Promise<void> => {
    begin(chosen);
    const form = new FormData();
    // No name: what a picture is called on a member's machine is private.
    form.set('file', chosen, 'picture');
    const answer = await command.send('tokens.picture', { form });
    if (answer === null || newest.current !== chosen) return;
    setIsKept(true);
    onKept(answer.value.artId);
  };
  const state = command.isBusy
    ? 'sending'
    : command.failure !== null
      ? 'failed'
      : isKept
        ? 'kept'
        : 'none';
  const mayTryAgain = command.failure?.name === 'network' || command.failure?.name === 'timeout';
  return (
    <UploadTile
      label={t('tokens.picture')}
      isMissing={isMissing}
      shown={{
        state,
        // Sent in one piece: how far it is, no browser says of it.
        share: 1,
        problem: command.problem,
        file,
        types: UPLOAD_TYPES,
        bytesMax: UPLOAD_BYTES_MAX,
        opens: t('tokens.picture-opens'),
        kept: t('tokens.picture-opens'),
        onChoose: (chosen) => void send(chosen),
        onRemove: () => begin(null),
        onRetry: file !== null && mayTryAgain ? () => void send(file) : null,
      }}
    />
  );
}
