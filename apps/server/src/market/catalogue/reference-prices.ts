import { decimal, formatDecimal, type Decimal } from '@candor/kernel';

/*
 * INVENTED. The simulated feed starts its walks from these round numbers, and the smallest lots
 * of coins are chosen by their size. No market ever said them; nothing else may read them.
 */
const REFERENCE = `
BTC/USDT 60000, ETH/USDT 3000, BNB/USDT 550, SOL/USDT 150, XRP/USDT 0.55, ADA/USDT 0.45,
DOGE/USDT 0.12, TRX/USDT 0.13, LTC/USDT 80, LINK/USDT 14, DOT/USDT 6, BCH/USDT 400,
BTC/USD 60000, ETH/USD 3000, LTC/USD 80, XRP/USD 0.55, EOS/USD 0.7, EOS/USDT 0.7,
AVAX/USDT 30, MATIC/USDT 0.6, ATOM/USDT 7, UNI/USDT 8, FIL/USDT 5, NEAR/USDT 5, ICP/USDT 10,
ETC/USDT 25, XLM/USDT 0.11, XMR/USDT 160, AAVE/USDT 100, ALGO/USDT 0.18, SAND/USDT 0.4,
MANA/USDT 0.4, AXS/USDT 7, SHIB/USDT 0.00002, APE/USDT 1.2, GALA/USDT 0.03, CRV/USDT 0.4,
MKR/USDT 2500, COMP/USDT 55, SNX/USDT 2, YFI/USDT 6500, SUSHI/USDT 1, GRT/USDT 0.2,
HBAR/USDT 0.08, EGLD/USDT 40, XTZ/USDT 0.9, THETA/USDT 1.6, FTM/USDT 0.5, FLOW/USDT 0.8,
CHZ/USDT 0.1, ENJ/USDT 0.25, ZEC/USDT 25, DASH/USDT 28, NEO/USDT 12, QTUM/USDT 3,
WAVES/USDT 2, KSM/USDT 25, VET/USDT 0.03, RUNE/USDT 5, KAVA/USDT 0.6, TON/USDT 6,
WBTC/USDT 60000, BETH/USDT 3000, USDC/USDT 1, DAI/USDT 1, TUSD/USDT 1, USDP/USDT 1,
GUSD/USDT 1, OKB/USDT 40, LEO/USDT 5.5, STX/USDT 1.6, IMX/USDT 1.5, DYDX/USDT 1.2,
EUR/USD 1.08, GBP/USD 1.27, AUD/USD 0.66, NZD/USD 0.61, USD/JPY 150, USD/CHF 0.88,
USD/CAD 1.36, EUR/GBP 0.85, EUR/JPY 162, EUR/CHF 0.95, EUR/AUD 1.64, EUR/CAD 1.47,
EUR/NZD 1.77, GBP/JPY 190.5, GBP/CHF 1.12, GBP/AUD 1.92, GBP/CAD 1.73, GBP/NZD 2.08,
AUD/JPY 99, AUD/CHF 0.58, AUD/CAD 0.9, AUD/NZD 1.08, NZD/JPY 91.5, NZD/CHF 0.54,
NZD/CAD 0.83, CAD/JPY 110, CAD/CHF 0.65, CHF/JPY 170,
AAPL 200, MSFT 400, NVDA 120, AMZN 180, GOOG 170, GOOGL 168, META 500, TSLA 220, BRK.B 420,
AVGO 160, JPM 200, V 275, MA 460, LLY 850, UNH 550, XOM 115, JNJ 155, PG 165, HD 370,
COST 850, WMT 70, ORCL 140, NFLX 650, BAC 40, KO 65, PEP 170, CVX 155, ABBV 180, MRK 120,
CRM 260, AMD 150, ADBE 530, TMO 580, CSCO 50, ACN 330, MCD 280, LIN 450, ABT 110, WFC 58,
IBM 190, GE 165, CAT 350, DIS 95, INTC 30, QCOM 170, TXN 195, VZ 41, T 19, CMCSA 39, PFE 28,
NKE 80, PM 115, HON 205, UPS 130, LOW 240, GS 480, MS 100, AXP 240, BA 175, SBUX 90,
PYPL 65, UBER 70, ABNB 125, COIN 210, PLTR 30, F 11, GM 46, C 62, BLK 850, NOW 800,
SPY 550, QQQ 470, IWM 215, EEM 43, VOO 505, GLD 225, SLV 26, TLT 95, DIA 400, VTI 270,
EFA 80, XLF 43, XLE 90, XLK 220, XLV 150, ARKK 45, HYG 78, LQD 110, VWO 44, AGG 99, GDX 36,
SMH 240, VNQ 90,
ES 5500, NQ 19500, YM 40000, RTY 2150, SPX500 5500, ESZ3 1680, CL 75, BZ 79, NG 2.2, GC 2450,
GCZ3 1310, SI 29, HG 4.3, PL 960, ZC 4, ZW 5.5, ZS 10, USOIL 75, WTI 75, BRENT 79, ZN 112,
XAU/USD 2450, XAG/USD 29, XPT/USD 960, XPD/USD 930, COPPER 4.3, ALUMINIUM 2400`;

const known = new Map<string, string>();
for (const entry of REFERENCE.split(',')) {
  const [code, value] = entry.trim().split(' ');
  if (code !== undefined && value !== undefined) known.set(code, value);
}

/** Codes the table names, for the test that it names no unknown code. */
export const REFERENCE_CODES: readonly string[] = [...known.keys()];

/**
 * Where a simulated walk starts: the table's number, or for a coin it does not name some
 * thousands of its tick size, chosen from the letters of its code.
 *
 * @units decimal text, quote currency per base unit
 */
export function referencePrice(code: string, tickSize: string): string {
  const named = known.get(code);
  if (named !== undefined) return named;
  let letters = 7;
  for (const letter of code) letters = (letters * 31 + letter.charCodeAt(0)) % 8_191;
  return formatDecimal((decimal(tickSize) * BigInt(1_500 + letters)) as Decimal);
}
