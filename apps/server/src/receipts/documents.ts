import { createHash } from 'node:crypto';
import { type UnixMs, formatDecimal } from '@candor/kernel';
import type { Instrument } from '@candor/pricing';
import type { receipts } from '@candor/protocol';
import { conversionPairFor } from '../market/index.ts';
import { PARAMETERS, type ParameterKey, type Parameters } from '../parameters/index.ts';
import { canonicalJson } from '../platform/formats/canonical-json.ts';

type SpecificationDocument = receipts.SpecificationDocument;
type ScheduleDocument = receipts.ScheduleDocument;

/** A document as it is kept: its text, and SHA-256 over it. */
export type Written = {
  readonly kind: 'specification' | 'schedule';
  /** The instrument of a specification; empty for a schedule. */
  readonly subject: string;
  readonly body: string;
  /** In hex. */
  readonly hash: string;
};

function written(
  kind: Written['kind'],
  subject: string,
  document: SpecificationDocument | ScheduleDocument,
): Written {
  const body = canonicalJson(document);
  return { kind, subject, body, hash: createHash('sha256').update(body).digest('hex') };
}

/**
 * Everything of an instrument that decides a price, a time or an amount of a contract and is no
 * parameter; null where nothing links its quote currency to USDT.
 */
function specificationOf(
  instrument: Instrument,
  find: (code: string) => Instrument | null,
): SpecificationDocument | null {
  const conversion = conversionPairFor(instrument.quoteCurrency);
  if (conversion === null) return null;
  const pair = conversion.kind === 'one' ? null : find(conversion.code);
  return {
    schema: 'candor-specification/1',
    code: instrument.code,
    name: instrument.name,
    class: instrument.class,
    quoteCurrency: instrument.quoteCurrency,
    contractSize: formatDecimal(instrument.contractSize),
    tickSize: formatDecimal(instrument.tickSize),
    lotStep: formatDecimal(instrument.lotStep),
    lotsMin: formatDecimal(instrument.lotsMin),
    lotsMax: formatDecimal(instrument.lotsMax),
    freshForMs: instrument.freshForMs,
    hours: instrument.hours.map(({ fromMs, toMs }) => ({ fromMs, toMs })),
    link:
      conversion.kind === 'one' || pair === null
        ? null
        : {
            code: conversion.code,
            direction: conversion.direction,
            freshForMs: pair.freshForMs,
          },
  };
}

/** The specifications of instruments of a catalogue, as they are published. */
export function specificationsOf(
  instruments: readonly Instrument[],
  catalogue = instruments,
): Written[] {
  const byCode = new Map<string, Instrument>(catalogue.map((one) => [one.code, one]));
  return instruments.flatMap((one) => {
    const document = specificationOf(one, (code) => byCode.get(code) ?? null);
    return document === null ? [] : [written('specification', one.code, document)];
  });
}

/** Keys of the parameters receipts cite: fees, financing, leverage, payout rates, spreads, shares of plans. */
const CITED = /^(contract|leverage|option|exchange)\.|^plan\.(profit|earlyExit)Share$/;
const KEYS = (Object.keys(PARAMETERS) as ParameterKey[])
  .filter((key) => CITED.test(key))
  .toSorted();

/** Every version of the parameters receipts cite, as one document. */
export function scheduleOf(parameters: Pick<Parameters, 'history'>): Written {
  const document: ScheduleDocument = {
    schema: 'candor-fee-schedule/1',
    parameters: KEYS.map((key) => ({
      key,
      versions: parameters
        .history(key)
        .map(({ version, value, from }) => ({ version, value, from }))
        .toSorted((a, b) => a.version - b.version),
    })),
  };
  return written('schedule', '', document);
}

/** A version of a document: from when on it was the one in force. */
export type Publication = Pick<Written, 'kind' | 'subject' | 'hash'> & { readonly since: UnixMs };
