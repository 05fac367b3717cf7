/** Look of a table of orders: many columns in little room, so that heads break between their words. */
export const ORDER_TABLE =
  'text-sm [&_td]:px-2 [&_th]:px-2 [&_th]:whitespace-normal [&_th]:break-keep';
