import {
  ActionBar,
  Button,
  Card,
  CheckCircleIcon,
  type Signature,
  SignatureField,
  UNSIGNED,
  isSigned,
  signaturePicture,
  useT,
} from '@candor/ui';
import { type ReactElement, useEffect, useState } from 'react';
import type { Upload } from '../../lib/use-upload.ts';

/** A signature, drawn and brought as a picture, or typed as a name. */
export function SignStep(props: {
  readonly upload: Upload;
  /** The name typed in place of it. */
  readonly name: string;
  readonly onName: (name: string) => void;
  /** What the server says is wrong with it. */
  readonly refused: string | null;
  readonly onDone: () => void;
}): ReactElement {
  const { upload, name, onName, refused, onDone } = props;
  const t = useT();
  const [signature, setSignature] = useState<Signature>(() =>
    name === '' ? UNSIGNED : { kind: 'typed', name },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isGoing, setGoing] = useState(false);
  const { tile, picture, isSending } = upload;
  // A picture of an earlier visit stands in for lines this window does not have.
  const isKept = picture !== null && !isSigned(signature);

  // What is drawn is brought by the press that goes on, which ends once it is there.
  useEffect(() => {
    if (isGoing && picture !== null) onDone();
  }, [isGoing, picture, onDone]);

  const change = (next: Signature): void => {
    setProblem(null);
    setSignature(next);
    if (tile.state !== 'none') tile.onRemove();
    onName(next.kind === 'typed' ? next.name : '');
  };
  const goOn = async (): Promise<void> => {
    if (picture !== null) return onDone();
    if (!isSigned(signature)) return setProblem(t('message.not-signed'));
    if (signature.kind === 'typed') return onDone();
    setGoing(true);
    const drawn = await signaturePicture(signature).catch(() => null);
    if (drawn !== null) return tile.onChoose(new File([drawn], 'signature', { type: drawn.type }));
    setGoing(false);
    return setProblem(t('message.upload-failed'));
  };
  return (
    <div className="flex flex-1 flex-col gap-5">
      <p className="text-sm text-ink-2">{t('identity.sign-lead')}</p>
      <Card className="p-5 max-desktop:p-4">
        {isKept ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="flex items-center gap-2">
              <CheckCircleIcon size={20} weight="fill" />
              {t('identity.signature-kept')}
            </p>
            <Button variant="secondary" size="sm" onClick={() => change(UNSIGNED)}>
              {t('identity.sign-again')}
            </Button>
          </div>
        ) : (
          <SignatureField
            value={signature}
            onChange={change}
            error={problem ?? tile.problem ?? refused}
          />
        )}
      </Card>
      <ActionBar>
        <Button
          size="lg"
          wide
          busy={
            (isGoing && tile.state !== 'failed') || isSending ? t('identity.sending') : undefined
          }
          onClick={() => void goOn()}
        >
          {t('identity.continue')}
        </Button>
      </ActionBar>
    </div>
  );
}
