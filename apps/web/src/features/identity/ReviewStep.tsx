import {
  ActionBar,
  Button,
  Card,
  CheckCircleIcon,
  ErrorNote,
  WarningCircleIcon,
  formatDay,
  useLocale,
  useT,
} from '@candor/ui';
import type { ReactElement, ReactNode } from 'react';
import { type Details, documentTypeOf } from './details/details.ts';
import type { Photo, StepName } from './plan/plan.ts';
import { documentText } from './plan/words.ts';

/** One part of what is sent, and the way back to it. */
function Part(props: {
  readonly title: string;
  readonly onChange: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const { title, onChange, children } = props;
  const t = useT();
  return (
    <Card className="p-5 max-desktop:p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-md">{title}</h3>
        <Button variant="ghost" size="sm" className="-me-3" onClick={onChange}>
          {t('identity.change')}
          <span className="sr-only"> {title}</span>
        </Button>
      </div>
      {children}
    </Card>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line py-2.5 desktop:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] desktop:gap-3">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words whitespace-pre-wrap">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

function DetailRows({ details }: { readonly details: Details }): ReactElement {
  const t = useT();
  const { htmlLang } = useLocale();
  const type = documentTypeOf(details);
  const country =
    new Intl.DisplayNames([htmlLang], { type: 'region' }).of(details.country || 'ZZ') ?? '';
  const sex = details.sex === 'male' || details.sex === 'female' ? details.sex : 'x';
  return (
    <dl className="mt-2">
      <Row label={t('identity.name')}>{`${details.firstName} ${details.lastName}`}</Row>
      <Row label={t('identity.born')}>{formatDay(details.birthdate)}</Row>
      <Row label={t('identity.own-sex')}>{t(`identity.own-sex-${sex}`)}</Row>
      <Row label={t('identity.lives-in')}>{country}</Row>
      <Row label={t('identity.home')}>{details.address}</Row>
      <Row label={t('identity.own-phone')}>
        <bdi dir="ltr">{details.phone}</bdi>
      </Row>
      {type !== null && <Row label={t('identity.documentType')}>{t(`identity.shows-${type}`)}</Row>}
      {details.documentNumber !== '' && (
        <Row label={t('identity.documentNumber')}>
          <bdi dir="ltr">{details.documentNumber}</bdi>
        </Row>
      )}
      {details.mrz !== '' && (
        <Row label={t('identity.mrz')}>
          <bdi dir="ltr" className="mono text-sm break-all">
            {details.mrz}
          </bdi>
        </Row>
      )}
    </dl>
  );
}

function Is({ isThere, children }: { readonly isThere: boolean; readonly children: ReactNode }) {
  const t = useT();
  return (
    <li className="flex items-center gap-2 border-t border-line py-2.5">
      {isThere ? (
        <CheckCircleIcon size={18} weight="fill" />
      ) : (
        <WarningCircleIcon size={18} weight="fill" className="text-[var(--color-danger)]" />
      )}
      {children}
      <span className="ms-auto text-sm text-ink-3">
        {t(isThere ? 'identity.is-there' : 'identity.is-missing')}
      </span>
    </li>
  );
}

/** Everything that is sent, once more, before it is sent. */
export function ReviewStep(props: {
  readonly steps: readonly StepName[];
  readonly details: Details;
  readonly photos: readonly (readonly [Photo, boolean])[];
  /** The typed name, or whether a drawn one is there. */
  readonly signature: string | boolean;
  readonly hours: number;
  readonly isSending: boolean;
  readonly problem: string | null;
  readonly onGo: (step: StepName) => void;
  readonly onSend: () => void;
}): ReactElement {
  const { steps, details, photos, signature, hours, isSending, problem, onGo, onSend } = props;
  const t = useT();
  return (
    <div className="flex flex-1 flex-col gap-4">
      {steps.includes('details') && (
        <Part title={t('identity.step-details')} onChange={() => onGo('details')}>
          <DetailRows details={details} />
        </Part>
      )}
      {steps.includes('photos') && (
        <Part title={t('identity.step-photos')} onChange={() => onGo('photos')}>
          <ul className="mt-2">
            {photos.map(([photo, isThere]) => (
              <Is key={photo} isThere={isThere}>
                {documentText(photo, t)}
              </Is>
            ))}
          </ul>
        </Part>
      )}
      {steps.includes('signature') && (
        <Part title={t('identity.step-signature')} onChange={() => onGo('signature')}>
          <ul className="mt-2">
            <Is isThere={signature !== false && signature !== ''}>
              <bdi>{typeof signature === 'string' ? signature : t('identity.drawn')}</bdi>
            </Is>
          </ul>
        </Part>
      )}
      <p className="text-sm text-ink-2">{t('identity.kept-how')}</p>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      <ActionBar note={t('identity.hours', { hours })}>
        <Button
          size="lg"
          wide
          busy={isSending ? t('identity.sending') : undefined}
          onClick={onSend}
        >
          {t('identity.send')}
        </Button>
      </ActionBar>
    </div>
  );
}
