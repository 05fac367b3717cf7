/**
 * Answers the owner of an order keeps: to the order itself, to an amendment, or to a later question.
 * What was asked for stands nowhere else; with such an answer it is held against the receipt.
 */
const RULE = 'pair.order';

/** Whether a value is an order as the product answers it. */
const isOrder = (value) =>
  typeof value?.orderNo === 'string' &&
  typeof value.direction === 'string' &&
  Number.isSafeInteger(value.createdTime);

/** Orders in an answer: itself, or those it holds. */
export function ordersIn(value) {
  if (isOrder(value)) return [value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return ['order', 'opened', 'closed'].flatMap((key) => (isOrder(value[key]) ? [value[key]] : []));
}

/** Whether some terms of a receipt are those an answer says. */
function hasTerms(receipt, order) {
  const { orderType } = receipt;
  return receipt.terms.some((terms) => {
    const limit = orderType === 'limit' || orderType === 'stopLimit' ? order.price : null;
    const facts = [
      [terms.limit, limit],
      [terms.stop, order.stopPrice ?? null],
      [terms.stopLoss, order.stopLoss ?? null],
      [terms.takeProfit, order.takeProfit ?? null],
      [terms.trailing, order.trailingDistance ?? null],
    ];
    return facts.every(([said, kept]) => said === kept);
  });
}

function checkContractOrder(report, receipt, order) {
  const isLong = receipt.side === 'long';
  const facts = [
    ['direction', isLong ? 'buy' : 'sell', order.direction],
    ['kind', receipt.orderType, order.orderType],
    ['leverage', receipt.leverage, order.leverage],
    ['accepted', receipt.acceptedAt, order.createdTime],
    ['lots', receipt.lots.opened, order.lots],
  ];
  if (order.openTime !== undefined) {
    facts.push(['opened', receipt.open.at, order.openTime]);
    facts.push(['price', receipt.open.price, order.openPrice]);
    if (order.openTickId !== undefined)
      facts.push(['tick', receipt.open.tick.id, order.openTickId]);
  }
  for (const [key, said, is] of facts) report.same(RULE, `kept answer: ${key}`, { said, is });
  report.holds(
    RULE,
    'kept answer: terms',
    hasTerms(receipt, order),
    `${receipt.terms.length} terms`,
  );
}

function checkOptionOrder(report, receipt, order) {
  const facts = [
    ['direction', receipt.direction, order.direction],
    ['period', receipt.period, order.period],
    ['stake', receipt.stake, order.amount],
    ['rate', receipt.rate, order.rate],
    ['bought', receipt.open.at, order.createdTime],
    ['price', receipt.open.price, order.openPrice],
    ['tick', receipt.open.tick.id, order.openTickId],
  ];
  for (const [key, said, is] of facts) report.same(RULE, `kept answer: ${key}`, { said, is });
}

/** Holds a receipt against the answers that were kept of its order, where there are any. */
export function checkKept(report, receipt, files) {
  for (const order of files.orders.filter(({ orderNo }) => orderNo === receipt.orderNo)) {
    report.same(RULE, 'kept answer: account', { said: receipt.mode, is: order.mode });
    report.same(RULE, 'kept answer: instrument', { said: receipt.instrument.code, is: order.code });
    if (receipt.kind === 'option') checkOptionOrder(report, receipt, order);
    else checkContractOrder(report, receipt, order);
  }
}
