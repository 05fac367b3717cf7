/** Path under which every call lives. @source seed §7 */
export const BASE_PATH = '/swx/customer';

/**
 * The specification's paths, some of them misspelt there and therefore here, and nowhere else.
 *
 * @source seed §7
 */
export const PATHS = {
  checkUserName: '/login/checkUserNameOrPhone',
  register: '/login/register',
  login: '/login/login',
  loginByWallet: '/login/loginByWallet',
  loginBySocial: '/login/loginByGoogle',
  sendCode: '/login/sendCode',
  changePassword: '/user/repassword',
  listMarkets: '/index/listMarketByType',
  bars: '/index/getKValueByCodeAndDate',
  marketInfo: '/index/getMarketInfo/:id',
  listContents: '/index/listContents/:id',
  getContent: '/index/getContentsById/:id',
  parameterByKey: '/index/getParamByKey/:key',
  openContract: '/order/buyContracts',
  closeContract: '/order/closeContracts/:id',
  listOrders: '/order/listOrder',
  buyOption: '/order/buyOptions',
  getOption: '/order/getOptionsOrderById/:id',
  listOptions: '/order/listOptionsOrder',
  buyPlan: '/order/buySmart',
  listPlanOrders: '/order/listSmartOrder',
  identification: '/user/identification',
  listNft: '/index/listNft',
  buyNft: '/user/buyNft',
  listMyNft: '/user/listNft',
  loan: '/user/loan',
  listLoans: '/user/listLoanRecord',
  recharge: '/user/recharge',
  listDeposits: '/user/listRecharge',
  userInfo: '/user/getUserInfo',
  updateUsdtAuth: '/user/updateUsdtAuth',
  withdrawalAuth: '/user/withdrawalAuth',
  withdraw: '/user/withdrawal',
  listWithdrawals: '/user/listWithdrwal',
} as const;
