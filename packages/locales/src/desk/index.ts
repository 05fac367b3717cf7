/**
 * desk texts — what the operator's staff reads, in English, beside the sentences of the product that
 * the desk shows too (refusals, passkeys, words of shared parts). Other languages of staff come as
 * further catalogues of this folder.
 */
import type { Messages } from '@lingui/core';
import type { MessageKey } from '../keys.ts';
import { ENGLISH } from '../locales.ts';
import { adoptMessages, type TextValues } from '../runtime.ts';
import type { DeskKey } from './keys.ts';

/** Answers the text of a key of the desk, or of those of the product that the desk has. */
export type DeskTranslate = (key: DeskKey | MessageKey, values?: TextValues) => string;

/** Loads the desk's catalogue and makes it the active one. */
export async function loadDeskTexts(): Promise<void> {
  const [own, shared] = await Promise.all([import('./en.po'), import('../en.po?desk?lingui')]);
  const messages: Messages = { ...shared.messages, ...own.messages };
  adoptMessages(ENGLISH, messages);
}

export type { DeskKey } from './keys.ts';
