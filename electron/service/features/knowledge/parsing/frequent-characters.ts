/** The most frequent characters of East Asian languages in their charsets. Other charsets decode a text to rare characters. */
const simplified =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日者无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应向头文体美相见被利什二等产或新己制身加月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员水名真处走各入几口认条系气活更别打女四神总何电数安少报结受目太量再接必场件计管期市直区保至便空治展五书八非则界达光放且设路记南住告类求据程北边交取领共确师观今切院让候带图馆借阅票元价费营停车免童成室钥匙楼层晚周末午九六七每请早办';
const traditional =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應向頭文體美相見被利什二等產或新己制身加月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員水名真處走各入幾口認條系氣活更別打女四神總何電數安少報結受目太量再接必場件計管期市直區保至便空治展五書八非則界達光放且設路記南住告類求據程北邊交取領共確師觀今切院讓候帶圖館借閱票元價費營停車免童室鑰匙樓層晚週末午九六七每請早辦';
const japanese =
  '日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢営駐利用付予約務課総階返却期限延滞受議鍵供種類部屋禁煙徒歩分税込名様';
const korean =
  '이다는을의가에고도로하한지사기은어리스인시자대서정아수일그나보전부해관들는으만어여과를와성있장안상년원구주게제조공동유것적소선라비경연신면오방생국진우등장되치모차회무행개당물용료문간분세습니열입출요금월화목토요층실';

const frequencyTests: Readonly<Record<string, (character: string) => boolean>> = {
  gb18030: createTest(simplified),
  'big5-hkscs': createTest(traditional),
  cp932: createTest(japanese),
  'euc-jp': createTest(japanese),
  cp949: createTest(korean),
};

function createTest(characters: string): (character: string) => boolean {
  const known = new Set(characters);
  return (character) => known.has(character);
}

/**
 * Returns the share of the East Asian characters of a text that are frequent in the language of a charset, from 0 to 1. Japanese letters
 * count as 1 in a charset for Japanese, and as -1 in others, so that the share can be as low as -1.
 */
export function getFrequentShare(text: string, charset: string): number {
  const isFrequent = frequencyTests[charset];
  if (!isFrequent) return 0;
  const characters = text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? [];
  const isJapanese = charset === 'cp932' || charset === 'euc-jp';
  const sum = characters.reduce((count, character) => {
    const isKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character);
    return count + (isKana ? (isJapanese ? 1 : -1) : isFrequent(character) ? 1 : 0);
  }, 0);
  return sum / Math.max(1, characters.length);
}
