import type { MyNft } from '@candor/protocol/light';
import {
  Button,
  Dialog,
  DownloadIcon,
  ErrorNote,
  PicturePreview,
  useLocale,
  useT,
} from '@candor/ui';
import { type ReactElement, useState } from 'react';
import { PaperButton } from '../../../lib/PaperButton.tsx';
import { type Kept, fetchFile, saveFile } from '../../../lib/download.ts';
import { failureText } from '../../../lib/failure-text.ts';
import type { CallFailure } from '../../../lib/http.ts';

/** The format of a picture, by the name it has in every language. */
const JPG = 'JPG';

/** The certificate of a token that is theirs: opened as a picture, taken away as one or as PDF. */
export function CertificateButtons({ token }: { readonly token: MyNft }): ReactElement {
  const { id, title } = token;
  const t = useT();
  const { value: language } = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [shown, show] = useState<Kept | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const open = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const input = { params: { id }, query: { language } };
    const made = await fetchFile('nft.certificate-picture', input);
    setBusy(false);
    if (made.ok) show(made.value);
    else setFailure(made.failure);
  };
  const label = `${t('nft.certificate-number')}: ${title}`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button
          variant="secondary"
          size="sm"
          busy={isBusy ? t('records.downloading') : undefined}
          onClick={() => void open()}
        >
          {t('nft.open-certificate')}
        </Button>
        <PaperButton call="nft.certificate" id={id} label={label} />
      </div>
      {failure !== null && <ErrorNote>{failureText(failure, t)}</ErrorNote>}
      <Dialog open={shown !== null} onClose={() => show(null)} title={label}>
        {shown !== null && (
          <div className="mt-4 grid justify-items-start gap-3">
            <PicturePreview file={shown.file} label={label} className="w-full" />
            <Button
              variant="ghost"
              className="-ms-4 text-accent! max-desktop:min-h-11"
              aria-label={`${label} ${JPG}`}
              onClick={() => saveFile(shown)}
            >
              <DownloadIcon size={18} />
              {JPG}
            </Button>
          </div>
        )}
      </Dialog>
    </>
  );
}
