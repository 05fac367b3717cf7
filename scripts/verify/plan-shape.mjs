/** The fields of receipts of plans. */
export function planShapes({ common, tick, priced }) {
  const { orderNo: _, ...ofFund } = common;
  const named = { instrument: priced, specification: 'text' };
  const taken = { parameter: 'text', version: 'count', rate: 'number', amount: 'number' };
  const before = { held: 'number', cost: 'number' };
  const traded = {
    at: 'time',
    quantity: 'number',
    price: 'number',
    fee: taken,
    result: 'number',
    tick,
    rule: 'text',
    figures: { each: { name: 'text', value: 'text' } },
  };
  const leftOver = { rest: 'count', last: 'text?' };
  const head = {
    plan: {
      name: 'text',
      version: 'count',
      strategy: 'text',
      hash: 'text',
      codes: { each: 'text' },
    },
    day: 'text',
    at: 'time',
    documents: { schedule: 'text' },
  };
  const fill = { quantity: 'number', price: 'number', fee: taken, result: 'number' };
  const together = {
    fund: { units: 'number', value: 'number', result: 'number' },
    part: 'number',
    moved: { each: { ...named, ...before, tick: [tick, null], fill: [fill, null] } },
    own: 'number',
    place: 'count',
    ...leftOver,
  };
  const share = { ...taken, high: 'number', highOn: 'text?' };
  const order = {
    ...common,
    ...head,
    amount: 'number',
    boughtAt: 'time',
    units: 'number',
    granted: 'number',
  };
  return {
    planFill: { ...ofFund, ...head, trade: { ...named, ...traded } },
    planFund: {
      ...ofFund,
      ...head,
      fills: { each: { ...named, ...before, ...traded } },
      marks: { each: { ...named, ...before, price: 'number', result: 'number', tick } },
      traded: 'number',
      mark: 'number',
      others: 'number',
      result: 'number',
      before: 'number',
      value: 'number',
      units: 'number',
      gone: 'number',
      shared: leftOver,
    },
    planDay: {
      ...order,
      fund: 'text',
      joinedOn: 'text',
      cycleDays: 'count',
      before: 'number',
      place: 'count',
      result: 'number',
      share: [share, null],
      value: 'number',
      joined: [{ at: 'time', ...together, result: 'number' }, null],
    },
    planExit: {
      ...order,
      state: 'text',
      basis: 'text',
      maxLoss: 'number',
      before: 'number',
      ...together,
      result: 'number',
      share,
      exitShare: taken,
      received: 'number',
    },
  };
}
