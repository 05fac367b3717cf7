import { unixMs, utcDayOf } from '@candor/kernel';
import type { Identification } from '@candor/protocol/light';
import { useT } from '@candor/ui';
import { useCallback, useEffect, useState } from 'react';
import { wallNow } from '../../lib/clock.ts';
import { failureText } from '../../lib/failure-text.ts';
import { type CallFailure, call } from '../../lib/http.ts';
import { type Upload, useUpload } from '../../lib/use-upload.ts';
import { identificationChanged } from './api.ts';
import {
  DETAIL_FIELDS,
  type Details,
  type Wrong,
  type Wrongs,
  detailWrongs,
  detailsBody,
  wrongOf,
  wrongText,
} from './details/details.ts';
import { type Draft, useDraft } from './draft.ts';
import {
  PHOTOS,
  type Photo,
  type Plan,
  type StepName,
  detailsBefore,
  planOf,
} from './plan/plan.ts';

/** A submission while it is filled in and sent. */
export type Submission = {
  readonly plan: Plan;
  readonly step: StepName;
  readonly draft: Draft;
  readonly uploads: Readonly<Record<Photo | 'signature', Upload>>;
  /** What the server said of fields, until they are changed. */
  readonly refused: Wrongs;
  readonly photoProblem: (photo: Photo) => string | null;
  readonly signatureProblem: string | null;
  /** What concerns the whole. */
  readonly problem: string | null;
  readonly isSending: boolean;
  readonly go: (step: StepName) => void;
  readonly next: () => void;
  readonly changeDetails: (change: Partial<Details>) => void;
  readonly nameSignature: (name: string) => void;
  readonly send: () => Promise<void>;
};

/** A refusal kept as what it is: said in whatever language is read. */
type Refused =
  | { readonly of: 'whole' | 'signature'; readonly failure: CallFailure }
  | { readonly of: 'field'; readonly field: string; readonly wrong: Wrong };

const isPhotoField = (field: string): Photo | null =>
  PHOTOS.find((photo) => field === `${photo}Id`) ?? null;

/** Where a refusal belongs, and which step shows it. */
function placeOf(failure: CallFailure): readonly [Refused, StepName | null] {
  if (failure.name === 'not-signed') return [{ of: 'signature', failure }, 'signature'];
  const { field } = failure;
  if (field?.startsWith('signature') === true) return [{ of: 'signature', failure }, 'signature'];
  const photo = field === undefined ? null : isPhotoField(field);
  if (photo !== null) {
    return [{ of: 'field', field: `${photo}Id`, wrong: { why: 'missing' } }, 'photos'];
  }
  const found = wrongOf(failure);
  if (found === null) return [{ of: 'whole', failure }, null];
  const [name, wrong] = found;
  const isDetail = DETAIL_FIELDS.some((one) => one === name);
  return isDetail
    ? [{ of: 'field', field: name, wrong }, 'details']
    : [{ of: 'whole', failure }, null];
}

/** The first step something is missing in. */
function stepOf(plan: Plan, draft: Draft): StepName {
  const today = utcDayOf(unixMs(wallNow()));
  const isDone: Readonly<Record<StepName, boolean>> = {
    details: Object.keys(detailWrongs(draft.details, today)).length === 0,
    photos: plan.needed.every((photo) => draft.pictures[photo] !== undefined),
    signature: draft.signatureName.trim() !== '' || draft.pictures.signature !== undefined,
    review: false,
  };
  return plan.steps.find((step) => !isDone[step]) ?? 'review';
}

/** Begins after a rejection at what was rejected, though all of the details are there. */
const firstStep = (identification: Identification, plan: Plan, draft: Draft): StepName => {
  const isTouched = Object.keys(draft.pictures).length > 0 || draft.signatureName !== '';
  if (identification.state === 'failed' && !isTouched) return plan.steps[0] ?? 'review';
  return stepOf(plan, draft);
};

/** A submission from its draft to its sending. */
export function useSubmission(identification: Identification): Submission {
  const t = useT();
  const round = identification.decidedAt ?? 0;
  const { draft, write, clear } = useDraft(round, detailsBefore(identification));
  const plan = planOf(identification, draft.details);
  const [step, setStep] = useState<StepName>(() => firstStep(identification, plan, draft));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isSending, setSending] = useState(false);

  const { imageBytesMax: bytesMax } = identification;
  const keptOf = (name: keyof Draft['pictures']) => ({
    bytesMax,
    kept: draft.pictures[name] ?? null,
  });
  const front = useUpload('kycFront', null, keptOf('front'));
  const back = useUpload('kycBack', null, keptOf('back'));
  const holding = useUpload('kycHolding', null, keptOf('holding'));
  const signature = useUpload('signature', null, keptOf('signature'));
  const uploads = { front, back, holding, signature };
  const kept = [front.picture, back.picture, holding.picture, signature.picture] as const;
  const [frontPicture, backPicture, holdingPicture, signaturePicture] = kept;
  useEffect(() => {
    write((last) => ({
      ...last,
      pictures: {
        ...(frontPicture === null ? {} : { front: frontPicture }),
        ...(backPicture === null ? {} : { back: backPicture }),
        ...(holdingPicture === null ? {} : { holding: holdingPicture }),
        ...(signaturePicture === null ? {} : { signature: signaturePicture }),
      },
    }));
  }, [write, frontPicture, backPicture, holdingPicture, signaturePicture]);

  const go = useCallback((to: StepName) => setStep(to), []);
  const next = useCallback(
    () => setStep((now) => plan.steps[plan.steps.indexOf(now) + 1] ?? 'review'),
    // The plan is made anew each time; its steps are what counts.
    // oxlint-disable-next-line react/exhaustive-deps
    [plan.steps.join()],
  );
  const forget = (field: string): void =>
    setRefused((last) => (last?.of === 'field' && last.field === field ? null : last));

  const body = () => {
    const idOf = (photo: Photo): string | null => {
      return plan.photos.includes(photo) ? uploads[photo].fileId : null;
    };
    const ids = PHOTOS.flatMap((photo): [string, string][] => {
      const fileId = idOf(photo);
      return fileId === null ? [] : [[`${photo}Id`, fileId]];
    });
    const signed = draft.signatureName.trim();
    const isSigned = plan.steps.includes('signature');
    return {
      // After a rejection the server has them; they are sent where they may be corrected.
      ...(plan.steps.includes('details') ? detailsBody(draft.details) : {}),
      ...Object.fromEntries(ids),
      ...(isSigned && signed !== '' ? { signatureName: signed } : {}),
      ...(isSigned && signed === '' && signature.fileId !== null
        ? { signatureId: signature.fileId }
        : {}),
    };
  };
  return {
    plan,
    step: plan.steps.includes(step) ? step : (plan.steps[0] ?? 'review'),
    draft,
    uploads,
    refused: refused?.of === 'field' ? { [refused.field]: refused.wrong } : {},
    photoProblem: (photo) =>
      refused?.of === 'field' && refused.field === `${photo}Id` && uploads[photo].picture === null
        ? t('message.upload-image')
        : null,
    signatureProblem:
      refused?.of !== 'signature'
        ? null
        : t(
            refused.failure.field === 'signatureName' ? 'identity.sign-name' : 'message.not-signed',
          ),
    problem: wholeText(),
    isSending,
    go,
    next,
    changeDetails(change) {
      Object.keys(change).forEach(forget);
      write((last) => ({ ...last, details: { ...last.details, ...change } }));
    },
    nameSignature(signatureName) {
      setRefused((last) => (last?.of === 'signature' ? null : last));
      write((last) => ({ ...last, signatureName }));
    },
    async send() {
      if (isSending) return undefined;
      if (stepOf(plan, draft) !== 'review') {
        return setRefused({ of: 'whole', failure: { name: 'incomplete' } });
      }
      setRefused(null);
      setSending(true);
      const answer = await call('identity.submit', { body: body() });
      setSending(false);
      if (answer.ok) {
        clear();
        return identificationChanged(answer.value);
      }
      const [place, to] = placeOf(answer.failure);
      // A picture the server does not have any more is none.
      const photo = place.of === 'field' ? isPhotoField(place.field) : null;
      if (photo !== null) uploads[photo].tile.onRemove();
      if (place.of === 'signature' && signature.picture !== null) signature.tile.onRemove();
      setRefused(place);
      if (to !== null && plan.steps.includes(to)) setStep(to);
      return undefined;
    },
  };

  function wholeText(): string | null {
    if (refused === null) return null;
    if (refused.of === 'field') {
      // Said at its field; a step that is not asked for shows no field.
      const place = isPhotoField(refused.field) === null ? 'details' : 'photos';
      return plan.steps.includes(place) ? null : wrongText(refused.wrong, t);
    }
    if (refused.of === 'signature') return null;
    return refused.failure.name === 'incomplete'
      ? t('message.complete-information')
      : failureText(refused.failure, t);
  }
}
