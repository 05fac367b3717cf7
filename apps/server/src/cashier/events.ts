export { CASHIER_CHANGED, type CashierChanged } from './facts/events.ts';
