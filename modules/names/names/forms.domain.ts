// Legal forms of companies, from general knowledge of the registers of many countries and of ISO 20275. Names of a
// class mean about the same; two of one name that belong to different classes speak against it.
const table: Record<string, string> = {
  limited: `
    ltd|limited|ltda|limitada|ltee|limitee|llc|limited liability company|ltd co|limited company|company limited|co ltd|co limited|pte|pte ltd|private limited|pvt|pvt ltd|private ltd|pty|pty ltd|proprietary limited|proprietary|
    gmbh|gesellschaft mit beschrankter haftung|mbh|ges mbh|gesmbh|ug|sarl|societe a responsabilite limitee|s a r l|srl|s r l|societa a responsabilita limitata|
    societatea cu raspundere limitata|societate cu raspundere limitata|sociedad de responsabilidad limitada|sociedad limitada|s de rl|s de rl de cv|lda|sociedade limitada|eireli|
    bv|besloten vennootschap|bvba|besloten vennootschap met beperkte aansprakelijkheid|sprl|sp zoo|sp z oo|sp z o o|spolka z ograniczona odpowiedzialnoscia|spolka z oo|sro|s r o|spol s ro|spol s r o|spolecnost s rucenim omezenym|
    ooo|obshchestvo s ogranichennoy otvetstvennostyu|obshchestvo s ogranichennoi otvetstvennostyu|obshestvo s ogranichennoy otvetstvennostyu|obschestvo s ogranichennoj otvetstvennostju|obsestvo s ogranicennoj otvetstvennostu|tov|tovarystvo z obmezhenoiu vidpovidalnistiu|too|tovarishchestvo s ogranichennoy otvetstvennostyu|mchj|
    sdn bhd|sendirian berhad|doo|d o o|drustvo s ogranicenom odgovornoscu|dooel|eood|ood|kft|korlatolt felelossegu tarsasag|sia|uab|ou|osauhing|oy|osakeyhtio|ehf|aps|anpartsselskab|
    fzc|fze|fz llc|fzco|wll|spc|yk|yugen kaisha|gk|godo kaisha|tnhh|cong ty tnhh|cong ty trach nhiem huu han|youxian gongsi|you xian gong si|youxiangongsi|yuhan hoesa|
    ltd sti|limited sirketi|sti|epe|monoprosopi epe|shpk|mmc|mas uliyyatli mahdud jamiyyat|dba`,
  stock: `
    jsc|joint stock company|joint stock co|ojsc|open joint stock company|open joint stock co|cjsc|closed joint stock company|pjsc|public joint stock company|qjsc|psc|kjsc|oao|ao|zao|pao|npao|
    otkrytoe aktsionernoe obshchestvo|zakrytoe aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|aktsionernoe obshchestvo|akcionernoe obshchestvo|
    ag|akg|aktiengesellschaft|se|societas europaea|kgaa|sa|s a|societe anonyme|sociedad anonima|sociedade anonima|spolka akcyjna|sab de cv|sa de cv|s a de c v|sociedad anonima de capital variable|sapi de cv|sau|sas|sasu|societe par actions simplifiee|sae|sal|saoc|saog|
    spa|s p a|societa per azioni|nv|naamloze vennootschap|plc|public limited company|public ltd co|bhd|berhad|tbk|persero|pt|perseroan terbatas|cv|
    ab|aktiebolag|publ|asa|as|a s|aksjeselskap|aktieselskab|oyj|hf|akciova spolecnost|akciova spolocnost|anonim sirketi|anonim sti|ad|aktsionerno druzhestvo|akcionarsko drustvo|dd|d d|dionicko drustvo|rt|nyrt|zrt|ab publ|
    kk|kabushiki kaisha|kabushiki gaisha|kabushikigaisha|gufen youxian gongsi|gu fen you xian gong si|jusik hoesa|chusik hoesa|jushikhoesa|cong ty co phan|ctcp|sherkat sahami|sherkate sahami|vat|pat|prat|aat|sh a|asc|atsc`,
  incorporated: `
    inc|incorporated|incorporation|corp|corporation|co|company|comp|cie|compagnie|cia|compania|companhia|co inc|pc|coy|co ltd corp|firma|kompaniya|kompania|korporatsiya|gongsi|sherkat|shirkat|sharikat|sirketi`,
  partnership: `
    lp|l p|limited partnership|llp|limited liability partnership|lllp|gp|general partnership|kg|kommanditgesellschaft|gmbh co kg|gmbh and co kg|ohg|gbr|snc|scs|sca|sc|vof|ky|kb|hb|ks|spolka jawna|sp j|sp k|spolka komandytowa|komanditni spolecnost|kollektif sirketi|tov tov`,
  nonprofit: `
    ano|avtonomnaya nekommercheskaya organizatsiya|nko|ev|e v|eingetragener verein|ngo|ong|onlus|asbl|vzw|aisbl|stichting|stiftung|gemeinnutzige gmbh|ggmbh|nonprofit|non profit organization|yayasan`,
  state: `
    fgup|federalnoe gosudarstvennoe unitarnoe predpriyatie|gup|mup|fsue|federal state unitary enterprise|state unitary enterprise|state owned enterprise|soe|rup|unitary enterprise|epic|eap|oe`,
}

/** The classes of legal forms; the general one speaks against none. */
const formClasses: readonly string[] = Object.keys(table)
const general = formClasses.indexOf('incorporated')
const apart = ['nonprofit', 'state'].map((form) => formClasses.indexOf(form))

/** How far the legal forms of two names speak against one another: 1 where the classes differ, 2 where the purpose does. */
export function formConflict(a: readonly number[], b: readonly number[]): 0 | 1 | 2 {
  const x = a.filter((form) => form !== general)
  const y = b.filter((form) => form !== general)
  if (x.length === 0 || y.length === 0 || x.some((form) => y.includes(form))) return 0
  return apart.some((form) => x.includes(form) !== y.includes(form)) ? 2 : 1
}

interface Node {
  form?: number
  next: Map<string, Node>
}

const root: Node = { next: new Map() }
for (const [form, phrases] of Object.values(table).entries())
  for (const phrase of phrases.split('|')) {
    let node = root
    for (const word of phrase.trim().split(' ')) {
      let next = node.next.get(word)
      if (!next) node.next.set(word, (next = { next: new Map() }))
      node = next
    }
    node.form = form
  }

/** The longest legal form that begins at a word: its class and how many words it has. */
export function formAt(words: readonly string[], at: number): { form: number; length: number } | undefined {
  let node: Node | undefined = root
  let found: { form: number; length: number } | undefined
  for (let end = at; end < words.length; end += 1) {
    node = node.next.get(words[end] ?? '')
    if (!node) break
    if (node.form !== undefined) found = { form: node.form, length: end - at + 1 }
  }
  return found
}

const formWords = new Set(
  Object.values(table)
    .join('|')
    .split(/[|\s]+/)
    .filter((word) => word.length >= 5),
)
const byLetter = Map.groupBy(formWords, (word) => word.charAt(0))
const corrected = new Map<string, string>()

/** A word of a legal form that is written with one wrong letter, as it should be; any other word as it is. */
export function formWord(word: string): string {
  if (word.length < 5 || word.length > 24) return word
  let found = corrected.get(word)
  if (found === undefined) {
    found = formWords.has(word)
      ? word
      : (byLetter.get(word.charAt(0))?.find((one) => isOneApart(one, word)) ?? word)
    if (corrected.size > 50_000) corrected.clear()
    corrected.set(word, found)
  }
  return found
}

/** Whether one letter is missing, too many or another one. */
export function isOneApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short.charCodeAt(at) === long.charCodeAt(at)) at += 1
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that say how a company is set up or how far it reaches. */
export const structural = list(`
  group groups grupo gruppe groupe gruppa holding holdings international internacional internationale global world worldwide europe european asia asian africa african america americas american
  middle east eastern west western north northern south southern pacific overseas national general`)

/** Words that many companies have: they say little where they agree. */
export const commonInNames = list(`
  group groups holding holdings international global world worldwide trading trade trader traders general national industries industrial industry
  manufacturing manufacturer factory works plant products product production service services system systems solution solutions enterprise enterprises
  bank banking banco banque banca bankasi finance financial capital investment investments invest investor fund funds trust partners partner management consulting consultants
  consultancy insurance securities asset assets real estate property properties development developers developments construction contracting contractors
  engineering engineers technology technologies technical technics electronics electronic electric electrical telecom telecommunications communication
  communications software digital data information computer computers media energy power petroleum petrochemical petrochemicals oil gas mining minerals
  metals metal steel chemical chemicals chemistry pharmaceutical pharmaceuticals pharma medical health healthcare food foods agricultural agriculture
  shipping shipyard lines line marine maritime transport transportation logistics cargo freight aviation airlines airline airways air aircraft aerospace
  import imports export exports commercial commerce business businesses market marketing store stores shop hotel travel tourism exchange money
  association foundation organization institute institution center university college school research academy laboratory society union federation
  committee council commission agency authority department ministry office bureau board government republic state federal public private central
  company corporation limited supply equipment machinery automotive motor motors auto security defense defence consortium cooperative club party
  movement front army brigade brigades forces force sons brothers new united first one royal ship vessel star sea cooperation building refining refinery material materials machine
  shipbuilding`)

/** Short forms of such words. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  `intl international|int international|internat international|tech technology|techs technologies|technol technology|mfg manufacturing|eng engineering|engrg engineering|engr engineering|svc service|svcs services|srv services|srvcs services|srvces services|serv services
   grp group|gp group|natl national|nat national|univ university|dept department|assn association|assoc association|bros brothers|mgmt management|mgt management|dev development|devt development|ind industries|inds industries|indus industries|ent enterprises|entpr enterprises|enterpr enterprises
   gen general|govt government|gov government|min ministry|inst institute|ctr center|cntr center|centre center|org organization|organisation organization|organisations organization|organizations organization|labour labor|trdg trading|tdg trading|constr construction|const construction
   telecoms telecommunications|pharm pharmaceutical|chem chemical|elec electric|electr electric|equip equipment|mach machinery|auto automotive|fin financial|invst investment|inv investment|hldg holding|hldgs holdings|hldng holding|sys systems|syst systems|res research|resch research|sci science|lab laboratory|labs laboratories
   transp transport|trans transport|shpg shipping|shpng shipping|mktg marketing|mkt market|adv advanced|fed federal|fdn foundation|fndn foundation|soc society|cttee committee|comite committee|prod products|petro petroleum|insur insurance|ins insurance|dist distribution|distr distribution|intnl international|defence defense|theatre theater|programme program`
    .split(/\||\n/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
)

/** Short forms that stand for several of them: each is tried. */
const shared: ReadonlyMap<string, readonly string[]> = new Map(
  `comm commercial communications|comms communications commercial|coop cooperation cooperative|tec technology technical
   bldg building|bldgs building|blg building|shipbldg shipbuilding|shpbldg shipbuilding|mtl metal material|mtls metals materials
   mat material|mats materials|matls materials|trade trading|mfrs manufacturers manufacturing|mfr manufacturer|info information
   intern international|cons construction consulting|prods products|dvlp development|invests investments`
    .split(/\||\n/)
    .map((words) => words.trim().split(' '))
    .map(([word = '', ...full]) => [word, full] as const),
)

const withoutVowels = (word: string) =>
  word.charAt(0) +
  word
    .slice(1)
    .replaceAll(/[aeiou]/g, '')
    .replaceAll(/(.)\1+/g, '$1')
/** Long ones by what is left of them without vowels, where that is of one alone. */
const byConsonants = new Map(
  [
    ...Map.groupBy(
      [...commonInNames].filter((word) => word.length > 5),
      withoutVowels,
    ),
  ].flatMap(([bones, all]) => {
    const [word = ''] = all.toSorted((a, b) => a.length - b.length)
    return all.every((one) => one.startsWith(word)) ? [[bones, word] as const] : []
  }),
)

/** Whether a word is short for several. */
export const isShared = (word: string): boolean => shared.has(word)

/** The words that a word of a company's name may stand for: itself, or in full what is shortened. */
export function fullWords(word: string): readonly string[] {
  const known = abbreviations.get(word)
  if (known !== undefined) return [known]
  const some = shared.get(word)
  if (some) return some
  const full = word.length > 3 && !/[aeiou0-9]/.test(word.slice(1)) ? byConsonants.get(word) : undefined
  return [full ?? word]
}
