const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .flatMap((group) => {
        const [, signs = '', reading = ''] = /^(\P{ASCII}+)(\w+)$/u.exec(group) ?? []
        return Array.from(signs, (sign) => [sign, reading] as const)
      }),
  )

/** How Korean reads the characters of names. */
const korean = pairs(`
  金kim 李lee 朴park 崔choe 鄭郑jong 姜kang 趙赵jo 尹yun 張张jang 林im 韓韩han 吳吴o 申辛so 徐so 權权kwon 黃黄hwang 安an 宋song 柳ryu 洪hong 全jon 高ko 文mun 孫孙son 裵裴pae 白paek 許许ho 南nam 劉刘yu 盧卢ro 河ha 丁jong 成song 車车cha 具ku 郭kwak 禹u 朱ju 羅罗ra 任im 田jon 閔闵min 沈sim 池ji 嚴严om 元won 千chon 方pang 玄hyon 廉ryom 楊杨yang 太tae
  正jong 恩un 日il 成song 永yong 英yong 哲chol 浩ho 虎ho 鎬ho 昊ho 明myong 男nam 南nam 植sik 植sik 植sik 赫hyok 革hyok 光kwang 廣广kwang 國国guk 民min 敏min 旻min 在jae 宰jae 載载jae 賢贤hyon 鉉铉hyon 炫hyon 俊jun 峻jun 準准jun 秀su 洙su 壽寿su 守su 水su 熙hui 姬hui 喜hui 希hui 珠ju 柱ju 周ju 宙ju 美mi 眞真jin 珍jin 鎭镇jin 進进jin 振jin 辰jin 智ji 志ji 知ji 芝ji 地ji
  善son 宣son 順顺sun 淳sun 淑suk 錫锡sok 石sok 碩硕sok 奭sok 哲chol 鐵铁chol 澈chol 春chun 泰tae 太tae 大dae 德tok 東东dong 動动dong 童dong 基ki 起ki 琦ki 奇ki 氣气ki 相sang 商sang 尙尚sang 尚sang 勝胜sung 承sung 昇升sung 星song 聖圣song 城song 性song 煥焕hwan 桓hwan 歡欢hwan 勳勋hun 薰hun 訓训hun 根kun 槿kun 建kon 健kon 乾kon 慶庆kyong 京kyong 敬kyong 景kyong 卿kyong 瓊琼kyong 鏡镜kyong
  雄ung 雨u 宇u 佑u 祐u 雲云un 運运un 銀银un 殷un 英yong 榮荣yong 泳yong 龍龙ryong 用yong 勇yong 容yong 鏞yong 烈ryol 烈ryol 列ryol 鶴鹤hak 學学hak 海hae 惠hye 慧hye 花hwa 華华hwa 和hwa 化hwa 會会hoe 孝hyo 曉晓hyo 姬hui 林rim 麟rin 立rip 萬万man 滿满man 明myong 武mu 茂mu 文mun 未mi 範范pom 範pom 炳pyong 秉pyong 丙pyong 平pyong 福pok 鳳凤pong 奉pong 峰峯pong 富pu 彬bin 斌bin 賓宾bin 三sam 世se 世se 昭so 素so 少so 小so 信sin 新sin 臣sin 心sim
  愛爱ae 野ya 陽阳yang 洋yang 良ryang 亮ryang 女nyo 淵渊yon 蓮莲ryon 延yon 演yon 燕yon 連连ryon 烨yop 葉叶yop 藝艺ye 禮礼rye 玉ok 完wan 旺wang 王wang 龍ryong 元won 遠远won 源won 媛won 月wol 衛卫wi 威wi 偉伟wi 有yu 裕yu 柔yu 維维yu 允yun 潤润yun 律yul 義义ui 義ui 毅ui 仁in 寅in 一il 逸il 子ja 慈ja 長长jang 壯壮jang 昌chang 昶chang 彰chang 才jae 貞贞jong 廷jong 庭jong 政jong 靜静jong 晶jong 濟济je 帝je 祖jo 朝jo 宗jong 鐘钟jong 鍾锺jong 中jung 重jung 仲jung 址ji 震jin 燦灿chan 贊赞chan 天chon 淸清chong 靑青chong 初cho 忠chung 致chi 弼pil 必pil 夏ha 漢汉han 翰han 恒hang 亨hyong 炯hyong 衡hyong 兄hyong 鎬ho 豪ho 護护ho 孔kong 公kong 功kong 寬宽kwan 觀观kwan 官kwan 求ku 九ku 君kun 軍军kun 貴贵kwi 圭kyu 奎kyu 揆kyu 均kyun 吉kil 渭wi 益ik 洛rak 樂乐rak 蘭兰ran 來来rae 老ro 路ro 魯鲁ro 露ro 綠绿rok 祿禄rok 倫伦ryun 隆ryung 理ri 利ri 梨ri`)

/** How Japanese reads the words of names: the commonest families, and what given names are made of. */
const japanese = new Map(
  `佐藤sato 鈴木suzuki 高橋takahashi 田中tanaka 渡辺watanabe 渡邊watanabe 渡部watanabe 伊藤ito 山本yamamoto 中村nakamura 小林kobayashi 加藤kato 吉田yoshida 山田yamada 佐々木sasaki 山口yamaguchi 松本matsumoto 井上inoue 木村kimura 林hayashi 斎藤saito 斉藤saito 齋藤saito 清水shimizu 山崎yamazaki 阿部abe 安倍abe 安部abe 森mori 池田ikeda 橋本hashimoto 山下yamashita 石川ishikawa 中島nakajima 前田maeda 藤田fujita 小川ogawa 後藤goto 岡田okada 長谷川hasegawa 村上murakami 近藤kondo 石井ishii 坂本sakamoto 遠藤endo 青木aoki 藤井fujii 西村nishimura 福田fukuda 太田ota 三浦miura 藤原fujiwara 岡本okamoto 松田matsuda 中川nakagawa 中野nakano 原田harada 小野ono 田村tamura 竹内takeuchi 金子kaneko 和田wada 中山nakayama 石田ishida 上田ueda 森田morita 小島kojima 柴田shibata 原hara 宮崎miyazaki 酒井sakai 工藤kudo 横山yokoyama 宮本miyamoto 内田uchida 高木takagi 安藤ando 谷口taniguchi 大野ono 丸山maruyama 今井imai 高田takada 藤本fujimoto 武田takeda 村田murata 上野ueno 杉山sugiyama 増田masuda 平野hirano 大塚otsuka 千葉chiba 久保kubo 松井matsui 小山koyama 野口noguchi 野村nomura 菊地kikuchi 木下kinoshita 松尾matsuo 水野mizuno 新井arai 岸田kishida 菅suga 麻生aso 河野kono 石破ishiba 小泉koizumi 鳩山hatoyama 東条tojo 昭和showa 東京tokyo 大阪osaka 日本nihon 本田honda 豊田toyoda 川崎kawasaki 三菱mitsubishi 重工jukogyo 黒田kuroda 浅野asano 川口kawaguchi 島田shimada 平田hirata 久保田kubota 市川ichikawa 桜井sakurai 大西onishi 吉川yoshikawa 五十嵐igarashi 北村kitamura 古川furukawa 荒木araki 中田nakata 菅原sugawara 関seki 土屋tsuchiya 浜田hamada 内藤naito 秋山akiyama
  太郎taro 一郎ichiro 二郎jiro 次郎jiro 三郎saburo 健太kenta 大輔daisuke 翔太shota 拓也takuya 直樹naoki 健一kenichi 浩二koji 浩一koichi 隆takashi 誠makoto 剛tsuyoshi 学manabu 修osamu 茂shigeru 博hiroshi 浩hiroshi 弘hiroshi 寛hiroshi 清kiyoshi 勇isamu 実minoru 進susumu 明akira 晃akira 昭akira 聡satoshi 哲satoshi 豊yutaka 勝masaru 和夫kazuo 和也kazuya 和子kazuko 正夫masao 正雄masao 幸子sachiko 洋子yoko 陽子yoko 恵子keiko 京子kyoko 裕子yuko 優子yuko 智子tomoko 直子naoko 美穂miho 真由美mayumi 由美yumi 由美子yumiko 明美akemi 久美子kumiko 直美naomi 花子hanako 愛ai 美咲misaki 七海nanami 葵aoi 陽菜hina 結衣yui 凛rin 蓮ren 大翔hiroto 悠斗yuto 翔sho 裕太yuta 雄太yuta 亮ryo 涼ryo 純jun 潤jun 晋三shinzo 純一郎junichiro 文雄fumio 太一taichi 英機hideki 英樹hideki 秀樹hideki 義偉yoshihide 茂雄shigeo 義雄yoshio 龍一ryuichi 隆一ryuichi 康弘yasuhiro 康夫yasuo 信夫nobuo 信行nobuyuki 俊介shunsuke 慎太郎shintaro 裕仁hirohito 明仁akihito 徳仁naruhito 春樹haruki 村上murakami 駿hayao 宏hiroshi 治osamu 健ken 賢ken 研ken`
    .split(/\s+/)
    .flatMap((group) => {
      const [, signs, reading] = /^(\P{ASCII}+)(\w+)$/u.exec(group) ?? []
      return signs && reading ? [[signs, reading] as const] : []
    }),
)

/**
 * The ways to read a name in Han characters, as words of small letters: Mandarin always, and the readings of Korean and
 * Japanese where all of it is in their tables.
 */
export function hanSpellings(words: readonly string[], mandarin: (word: string) => string): string[][] {
  const whole = words.join('')
  const syllables = mandarin(whole)
    .split(/(?=[A-Z])|[^A-Za-z0-9]+/)
    .map((one) => one.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .filter((one) => one !== '')
  const signs = Array.from(whole)
  const inKorean = signs.map((sign) => korean.get(sign) ?? '')
  const spellings = [syllables]
  if (signs.length > 1 && signs.length < 5 && !inKorean.includes('')) spellings.push(inKorean)
  const inJapanese = signs.length > 2 ? segmented(whole) : undefined
  if (inJapanese) spellings.push(inJapanese)
  return spellings
}

/** A family and a given name of the table. */
function segmented(whole: string): string[] | undefined {
  for (let at = 1; at < whole.length; at += 1) {
    const family = japanese.get(whole.slice(0, at))
    const given = japanese.get(whole.slice(at))
    if (family && given) return [family, given]
  }
  return undefined
}
