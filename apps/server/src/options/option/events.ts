import type { Mode, OptionId, UserId } from '@candor/kernel';

/** Options were bought, or came to their end; one fact for all of a transaction. */
export type OptionsChanged = {
  readonly changed: readonly {
    readonly userId: UserId;
    readonly mode: Mode;
    readonly optionId: OptionId;
  }[];
};

export const OPTIONS_BOUGHT = 'options.OptionsBought';
export const OPTIONS_SETTLED = 'options.OptionsSettled';
