import { type Mode, fail, ok } from '@candor/kernel';
import { loans as protocol } from '@candor/protocol';
import { type Route, route } from '../platform/http/http.ts';
import type { InFlight } from '../platform/http/in-flight.ts';
import type { Loans } from './index.ts';

const needsReal = (mode: Mode) => (mode === 'real' ? null : fail({ name: 'real-account-needed' }));

/** The calls of loans; practice money is not lent. */
export function loanRoutes(loans: Loans, inFlight: InFlight): Route[] {
  const { commands } = loans;
  return [
    route(
      protocol.loanTerms,
      async (call) => needsReal(call.mode()) ?? ok(await loans.terms(call.session().userId)),
    ),
    route(
      protocol.offerLoan,
      async (call) => needsReal(call.mode()) ?? loans.offer(call.session().userId, call.body),
    ),
    route(protocol.applyLoan, async (call) => {
      const request = call.idempotencyKey();
      const command = { userId: call.session().userId, request };
      return (
        needsReal(call.mode()) ?? inFlight.once(request, () => commands.apply(command, call.body))
      );
    }),
    route(
      protocol.listLoans,
      async (call) =>
        needsReal(call.mode()) ??
        ok(await loans.list({ userId: call.session().userId, ...call.query })),
    ),
    route(protocol.getLoan, async (call) => {
      const refused = needsReal(call.mode());
      if (refused !== null) return refused;
      const found = await loans.get({ userId: call.session().userId, id: call.params.id });
      return found === null ? fail({ name: 'not-found' }) : ok(found);
    }),
    route(protocol.drawLoan, async (call) => {
      const request = call.idempotencyKey();
      const command = { userId: call.session().userId, request };
      const asked = { id: call.params.id, stepUp: call.body.stepUp };
      return needsReal(call.mode()) ?? inFlight.once(request, () => commands.draw(command, asked));
    }),
    route(
      protocol.quoteRepayment,
      async (call) =>
        needsReal(call.mode()) ??
        loans.quoteRepayment(call.session().userId, { id: call.params.id, body: call.body }),
    ),
    route(protocol.repayLoan, async (call) => {
      const request = call.idempotencyKey();
      const command = { userId: call.session().userId, request };
      const asked = { id: call.params.id, body: call.body };
      return needsReal(call.mode()) ?? inFlight.once(request, () => commands.repay(command, asked));
    }),
    route(protocol.addCollateral, async (call) => {
      const request = call.idempotencyKey();
      const command = { userId: call.session().userId, request };
      const { asset, amount } = call.body;
      const asked = { id: call.params.id, asset, amount };
      return (
        needsReal(call.mode()) ??
        inFlight.once(request, () => commands.addCollateral(command, asked))
      );
    }),
    route(
      protocol.cancelLoan,
      async (call) =>
        needsReal(call.mode()) ?? commands.cancel(call.session().userId, call.params.id),
    ),
    route(protocol.loanAgreement, async (call) => {
      const refused = needsReal(call.mode());
      if (refused !== null) return refused;
      const { userId } = call.session();
      const of = { userId, id: call.params.id, by: userId };
      const made = await loans.agreement({ ...of, ...call.query });
      return made.ok ? { file: { type: 'application/pdf', ...made.value } } : made;
    }),
    route(protocol.loanSaleReport, async (call) => {
      const refused = needsReal(call.mode());
      if (refused !== null) return refused;
      const { userId } = call.session();
      const made = await loans.saleReport({ userId, id: call.params.id, ...call.query });
      return made.ok ? { file: { type: 'application/pdf', ...made.value } } : made;
    }),
  ];
}
