import type { Entry } from './entry.ts';
import { US_STOCK_HOURS } from './hours.ts';

/** Large companies listed in New York, compiled by hand. */
export const STOCK_LIST = { venue: 'NYSE and Nasdaq', compiledOn: '2026-11-21' } as const;

const STOCKS = `AAPL Apple; MSFT Microsoft; NVDA NVIDIA; AMZN Amazon; GOOG Alphabet (class C);
GOOGL Alphabet (class A); META Meta Platforms; TSLA Tesla; BRK.B Berkshire Hathaway (class B);
AVGO Broadcom; JPM JPMorgan Chase; V Visa; MA Mastercard; LLY Eli Lilly; UNH UnitedHealth;
XOM Exxon Mobil; JNJ Johnson & Johnson; PG Procter & Gamble; HD Home Depot; COST Costco;
WMT Walmart; ORCL Oracle; NFLX Netflix; BAC Bank of America; KO Coca-Cola; PEP PepsiCo;
CVX Chevron; ABBV AbbVie; MRK Merck; CRM Salesforce; AMD Advanced Micro Devices; ADBE Adobe;
TMO Thermo Fisher Scientific; CSCO Cisco; ACN Accenture; MCD McDonald's; LIN Linde;
ABT Abbott Laboratories; WFC Wells Fargo; IBM IBM; GE GE Aerospace; CAT Caterpillar;
DIS Walt Disney; INTC Intel; QCOM Qualcomm; TXN Texas Instruments; VZ Verizon; T AT&T;
CMCSA Comcast; PFE Pfizer; NKE Nike; PM Philip Morris; HON Honeywell; UPS United Parcel Service;
LOW Lowe's; GS Goldman Sachs; MS Morgan Stanley; AXP American Express; BA Boeing;
SBUX Starbucks; PYPL PayPal; UBER Uber; ABNB Airbnb; COIN Coinbase; PLTR Palantir; F Ford;
GM General Motors; C Citigroup; BLK BlackRock; NOW ServiceNow`;

/** Funds listed in New York, compiled by hand. */
export const FUND_LIST = { venue: 'NYSE Arca and Nasdaq', compiledOn: '2026-11-21' } as const;

const FUNDS = `SPY SPDR S&P 500; QQQ Invesco QQQ; IWM iShares Russell 2000;
EEM iShares MSCI Emerging Markets; VOO Vanguard S&P 500; GLD SPDR Gold Shares;
SLV iShares Silver; TLT iShares 20+ Year Treasury; DIA SPDR Dow Jones; VTI Vanguard Total Stock;
EFA iShares MSCI EAFE; XLF Financial Select Sector; XLE Energy Select Sector;
XLK Technology Select Sector; XLV Health Care Select Sector; ARKK ARK Innovation;
HYG iShares High Yield Corporate; LQD iShares Investment Grade Corporate;
VWO Vanguard Emerging Markets; AGG iShares Core US Aggregate; GDX VanEck Gold Miners;
SMH VanEck Semiconductor; VNQ Vanguard Real Estate`;

function listed(text: string, kind: { type: 3 | 5; class: 'stock' | 'etf' }): Entry[] {
  return text.split(';').map((line): Entry => {
    const [code = '', ...name] = line.trim().split(' ');
    return {
      code,
      name: name.join(' '),
      ...kind,
      base: code,
      quoteCurrency: 'USD',
      contractSize: '1',
      tickSize: '0.01',
      lotStep: '1',
      lotsMax: '10000',
      schedule: US_STOCK_HOURS,
      sources: ['us-consolidated', 'alphavantage'],
    };
  });
}

/** Shares; a lot is one share. */
export function stockEntries(): Entry[] {
  return listed(STOCKS, { type: 3, class: 'stock' });
}

/** Exchange-traded funds; a lot is one share. */
export function fundEntries(): Entry[] {
  return listed(FUNDS, { type: 5, class: 'etf' });
}
