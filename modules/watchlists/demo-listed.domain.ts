/** Somebody on a demonstration list. Nobody here exists: DEMONSTRATION, every name, number and date is invented. */
export interface Listed {
  name: string
  /** The name in its own script, and which script that is. */
  script?: readonly [text: string, name: string]
  aliases?: readonly string[]
  /** Aliases that the list itself calls weak. */
  weak?: readonly string[]
  born?: string
  birthplace?: string
  isWoman?: boolean
  country: string
  city?: string
  document?: string
  role?: string
  comment?: string
  /** Others on the same list, by their place in it: `[2, 'Owned or Controlled By']`. */
  linked?: readonly (readonly [index: number, what: string])[]
  kind?: 'Entity' | 'Vessel'
}

export const unListed: readonly Listed[] = [
  {
    name: 'Viktor Emilovich Zarunin',
    script: ['Виктор Эмилович Зарунин', 'Cyrillic'],
    aliases: ['Victor Zaroonin', 'Viktor Zarounine'],
    weak: ['Vitya'],
    born: '1971-03-14',
    birthplace: 'Perm',
    country: 'Russian Federation',
    city: 'Perm',
    document: '71 4402913',
    role: 'Director of Borealis Demonstration Shipping',
    comment: 'DEMONSTRATION: invented. Said to arrange cargo without papers.',
  },
  {
    name: 'Hamdan Rashid al-Qasrawi',
    script: ['حمدان راشد القصراوي', 'Arabic'],
    aliases: ['Hamdan al-Kasrawi', 'Abu Rashid al-Qasrawi'],
    weak: ['Abu Rashid'],
    born: '1966',
    birthplace: 'Ramadi',
    country: 'Iraq',
    city: 'Ramadi',
    document: 'G0071552',
  },
  {
    name: 'Ri Chol Sam',
    script: ['리철삼', 'Hangul'],
    aliases: ['Lee Chul Sam'],
    born: '1974-09-02',
    country: "Democratic People's Republic of Korea",
    document: '745220913',
    role: 'Representative of Taeson Demonstration Trading',
  },
  {
    name: 'Zhu Wenlang',
    script: ['朱文朗', 'Chinese'],
    aliases: ['Chu Wen-lang'],
    born: '1969-12-30',
    country: 'China',
    city: 'Dandong',
  },
  {
    name: 'Mullah Sharafuddin Nezami',
    script: ['شرف الدین نظامی', 'Arabic'],
    weak: ['Haji Sharaf'],
    born: '1962',
    country: 'Afghanistan',
    role: 'Treasurer',
  },
  { name: 'Odongo Mukasa Batende', born: '1979', country: 'Uganda', aliases: ['General Batende'] },
  {
    name: 'Samira Yusra Haddadine',
    script: ['سميرة يسرى حدادين', 'Arabic'],
    isWoman: true,
    born: '1985-05-21',
    country: 'Syrian Arab Republic',
    document: 'N 004417728',
  },
  { name: 'Abdirizak Warsame Guleed', born: '1977', country: 'Somalia', aliases: ['Abdi Guleed'] },
  { name: 'Cyprien Ntabwoba', born: '1972-01-01', country: 'Democratic Republic of the Congo' },
  { name: 'Ismail Hakki Doruklu', born: '1981-11-11', country: 'Turkey', document: 'U 18220731' },
  {
    name: 'Taeson Demonstration Trading Corporation',
    kind: 'Entity',
    aliases: ['Tae Son Trading'],
    country: "Democratic People's Republic of Korea",
    city: 'Pyongyang',
  },
  {
    name: 'Borealis Demonstration Shipping Company',
    kind: 'Entity',
    aliases: ['Borealis Line'],
    country: 'Russian Federation',
    city: 'Murmansk',
    comment: 'DEMONSTRATION: invented. Manages the vessel Polar Demonstration.',
  },
  { name: 'Al-Miqdad Demonstration Relief Fund', kind: 'Entity', country: 'Iraq', city: 'Mosul' },
  // From here on new in the second version of the list.
  {
    name: 'Nasrin Golparvar',
    script: ['نسرین گل‌پرور', 'Arabic'],
    isWoman: true,
    born: '1980-02-17',
    country: 'Iran (Islamic Republic of)',
    document: 'P 55102938',
  },
  { name: 'Kassim Bello Dantata-Yola', born: '1988', country: 'Nigeria', aliases: ['Bello Yola'] },
  { name: 'Red Delta Demonstration Exchange', kind: 'Entity', country: 'Yemen', city: 'Aden' },
]

export const sdnListed: readonly Listed[] = [
  {
    name: 'ORLOVETS, Anton Pavlovich',
    script: ['Орловец Антон Павлович', 'Cyrillic'],
    aliases: ['ORLOVETZ, Anton'],
    weak: ['ANTON O'],
    born: '1968-07-04',
    birthplace: 'Omsk, Russia',
    country: 'Russia',
    city: 'Moscow',
    document: '530118842',
    role: 'Chairman',
    linked: [
      [2, 'Owns, controls, or operates'],
      [1, 'Family member of'],
    ],
  },
  {
    name: 'ORLOVETS, Darya Antonovna',
    script: ['Орловец Дарья Антоновна', 'Cyrillic'],
    isWoman: true,
    born: '1993-10-19',
    country: 'Russia',
    linked: [
      [0, 'Family member of'],
      [3, 'Leader or official of'],
    ],
  },
  {
    name: 'ORLOVETS DEMONSTRATION HOLDING LLC',
    kind: 'Entity',
    aliases: ['ODH LLC'],
    country: 'Russia',
    city: 'Moscow',
    document: '7701994420',
    linked: [[0, 'Owned or Controlled By']],
  },
  {
    name: 'NEVA DEMONSTRATION BANK',
    kind: 'Entity',
    country: 'Russia',
    city: 'Saint Petersburg',
    linked: [[2, 'Owned or Controlled By']],
  },
  {
    name: 'POLAR DEMONSTRATION',
    kind: 'Vessel',
    country: 'Panama',
    document: 'IMO 9990004',
    linked: [[2, 'Property in the interest of']],
  },
  {
    name: 'QUIROGA BALLESTA, Ramiro',
    aliases: ['QUIROGA, Ramiro'],
    weak: ['EL ZORZAL'],
    born: '1975-04-27',
    birthplace: 'Cali, Colombia',
    country: 'Colombia',
    city: 'Cali',
    document: 'CC 94411820',
    linked: [[6, 'Owns, controls, or operates']],
  },
  {
    name: 'AGRICOLA DEMOSTRACION DEL VALLE S.A.S.',
    kind: 'Entity',
    country: 'Colombia',
    city: 'Cali',
    linked: [[5, 'Owned or Controlled By']],
  },
  {
    name: 'SHIRAZANI, Behnam',
    script: ['بهنام شیرازانی', 'Arabic'],
    born: '1970',
    country: 'Iran',
    document: 'D10044871',
  },
]

export const consListed: readonly Listed[] = [
  { name: 'MARWAN DEMONSTRATION, Ziad', born: '1959-06-06', country: 'Palestinian', document: '904411827' },
  { name: 'BAYAN DEMONSTRATION AEROSPACE GROUP', kind: 'Entity', country: 'China', city: 'Chengdu' },
  { name: 'TUNDRA DEMONSTRATION OIL', kind: 'Entity', country: 'Russia', city: 'Tyumen' },
]

/** People in public office, their family, firms and what was written of them, as FollowTheMoney has it. */
export const ftmListed: readonly {
  id: string
  schema: string
  properties: Record<string, readonly string[]>
}[] = [
  thing('president', 'Person', {
    name: ['Teodor Vlasceanu-Demo', 'Теодор Влашчану'],
    birthDate: ['1957-08-30'],
    nationality: ['md'],
    gender: ['male'],
    topics: ['role.pep'],
    passportNumber: ['A00118826'],
    address: ['Strada Exemplu 4, Chisinau'],
    notes: ['DEMONSTRATION: invented. Minister until 2019.'],
    sourceUrl: ['https://example.org/demonstration/vlasceanu'],
  }),
  thing('wife', 'Person', {
    name: ['Ileana Vlasceanu-Demo'],
    gender: ['female'],
    topics: ['role.rca'],
    nationality: ['md'],
  }),
  thing('broker', 'Person', {
    name: ['Casimir Ostrander-Demo'],
    birthDate: ['1973'],
    country: ['cy'],
    topics: ['role.oligarch', 'sanction'],
    weakAlias: ['The Broker'],
  }),
  thing('holding', 'Company', {
    name: ['Meridian Demonstration Holdings Ltd', 'Меридиан Холдинг'],
    jurisdiction: ['cy'],
    registrationNumber: ['HE 000417'],
    topics: ['corp.offshore'],
    website: ['https://example.org/meridian'],
  }),
  thing('mill', 'Company', {
    name: ['Moara Demonstrativa SRL'],
    jurisdiction: ['md'],
    registrationNumber: ['1009600000417'],
  }),
  thing('judge', 'Person', {
    name: ['Honorata Bielik-Demo'],
    birthDate: ['1966-02-11'],
    nationality: ['sk'],
    topics: ['role.judge', 'role.pep'],
  }),
  thing('post', 'Position', { name: ['Minister of Transport'], country: ['md'] }),
  thing('office', 'Occupancy', {
    holder: ['demo-president'],
    post: ['demo-post'],
    startDate: ['2014-02-18'],
    endDate: ['2019-06-08'],
  }),
  thing('marriage', 'Family', {
    person: ['demo-president'],
    relative: ['demo-wife'],
    relationship: ['spouse'],
  }),
  thing('stake', 'Ownership', {
    owner: ['demo-wife'],
    asset: ['demo-holding'],
    percentage: ['75'],
    startDate: ['2012-05-01'],
  }),
  thing('board', 'Directorship', {
    director: ['demo-broker'],
    organization: ['demo-holding'],
    role: ['director'],
  }),
  thing('daughter', 'Ownership', { owner: ['demo-holding'], asset: ['demo-mill'], percentage: ['100'] }),
  thing('friend', 'Associate', {
    person: ['demo-president'],
    associate: ['demo-broker'],
    relationship: ['business partner'],
  }),
  thing('measure', 'Sanction', {
    entity: ['demo-broker'],
    program: ['DEMONSTRATION programme'],
    authority: ['Council of Examples'],
    startDate: ['2022-03-15'],
    reason: ['DEMONSTRATION: invented.'],
  }),
  thing('story', 'Article', {
    title: ['Minister and mill: who owns Meridian?'],
    publishedAt: ['2018-11-05'],
    summary: [
      'DEMONSTRATION: an invented article about a purchase of land by a company that belongs to a minister’s wife.',
    ],
    keywords: ['bribery', 'land'],
    sourceUrl: ['https://example.org/demonstration/article'],
  }),
  thing('says', 'Documentation', { entity: ['demo-president'], document: ['demo-story'] }),
]

function thing(id: string, schema: string, properties: Record<string, readonly string[]>) {
  return { id: `demo-${id}`, schema, properties, datasets: ['demonstration'] }
}
