const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words between names, in many languages: they may be there or not. */
export const particles = list(`
  al el ul ur ud ar as ash ad adh at az an ath il bin ben ibn ibnu bint binti binte binat ould wuld wald ait
  van von vom der den de del della delle dello degli di da das dos do du des la le les los las lo y e i zu zum zur ter ten te af av of the and for und et
  d l o m s u w a na`)

/** Parts of names that mean little alone: servant of, father of, family of. */
export const lightParts = list(`
  abd abu abou abo aboo abi bu umm oum um ummu zu dhu mir mac mc fitz san santa saint st bani beni bou haj`)

/** What stands before or after a name and is no part of it. */
export const titles = list(`
  mr mrs ms miss mister missus dr doctor prof professor sir dame lord lady sheikh shaikh shaykh sheik sheykh cheikh cheik shekh shaik sheikha mullah mulla mollah molla mawlawi maulawi maulavi maulvi moulavi molvi
  mawlana maulana qari haji hajji hadji hajj hajii hafiz hafez ustad ustadh ustaz imam ayatollah ayatullah hojatoleslam hujjatoleslam general gen major maj colonel col lieutenant lt captain capt cpt commander cdr admiral adm
  brigadier brig sergeant sgt marshal president prasident presidente minister premier prince princess king queen emir ameer monsieur mme madame mlle herr frau fraulein senor senora sr sra srta signor signora don dona
  hon honorable honourable rev reverend father fr bishop pastor eng engineer ing ingeniero lic licenciado dipl comrade datuk dato datin tun tansri tengku tunku puan encik jr junior senior phd mba md esq esquire
  alias aka fka nee née ii iii iv khan_title chairman director ambassador excellency`)

/** Titles of those whom everybody knows by one name. */
export const offices = list(`
  president prasident presidente premier minister chancellor king queen emir sultan pope ayatollah ayatullah mullah marshal general admiral colonel`)

/** Groups of given names and what those who bear them are called; a name may be in several. */
const groups = `
  abigail abby abbie gail|abraham abe bram avi|albert al bert bertie|alexander alex alec sandy sasha sascha alejandro|alexandra alex sandra sasha|alfred al fred alf alfie|amanda mandy|amelia amy millie|andrew andy drew|angela angie|ann anne anna annie nancy|anthony antony tony
  antonio tony tono|archibald archie|arnold arnie|arthur art artie|augustus gus august|barack barry barak|barbara barb babs|bartholomew bart|beatrice bea trixie|benjamin ben benny benji bibi binyamin|bernard bernie|bradley brad|calvin cal|cameron cam|carolyn carol caroline carrie|catherine katherine kathryn katharine kate katie kathy cathy kitty cate kat
  charles charlie chuck charley chas|charlotte charlie lottie|christian chris|christina christine chris tina chrissy|christopher chris topher kit|clifford cliff|cornelius neil corey|curtis curt|cynthia cindy|daniel dan danny|david dave davey davy|deborah debra debbie deb|dennis denny|dolores lola|dominic dom nick|donald don donnie donny|dorothy dot dottie dolly|douglas doug
  edward ed eddie eddy ted teddy ned|edwin ed eddie|eleanor ellie nell nora|elizabeth liz lizzie beth betty eliza libby bess elisabeth lisa betsy|emily em emmy millie|emmanuel manny manu|eugene gene|evelyn eve evie|ezekiel zeke|florence flo|frances fran fanny|francis frank fran|franklin frank|frederick fred freddie freddy frederic|gabriel gabe|gabriela gabi gaby|geoffrey geoff jeff|george georgie|gerald gerry jerry
  gerard gerry|gilbert gil|gordon gord|gregory greg|gwendolyn gwen|harold harry hal|harrison harry|helen nell|henry harry hank hal|herbert herb bert|howard howie|hubert hugh bert|isaac ike zak|isabella bella izzy isabel|jacob jake|jacqueline jackie|james jim jimmy jamie jem|jane janie jenny|janet jan|jeffrey jeff|jennifer jen jenny jenni|jeremiah jerry|jeremy jerry|jerome jerry|jessica jess jessie
  joan joanie|joanna jo|john johnny jack jon|jonathan jon jonny nathan|joseph joe joey jo|josephine jo josie|joshua josh|joyce joy|judith judy|julia julie|kenneth ken kenny|kimberly kim|lawrence laurence larry lars laurie|leonard leo len lenny|leopold leo|leslie les|lewis louis lou lew|lillian lily|louise lou|lucille lucy|madeline maddie|margaret maggie meg peggy marge margie greta rita daisy|maria mary mia masha|martha marty|martin marty
  mary molly polly mae mamie|matilda tilly|matthew matt matty|maurice moe|maximilian max|maxwell max|melissa mel|melvin mel|michael mike mick mickey mikey|mitchell mitch|mohammed mohamed muhammad mohammad mohd muhd md mohamad mehmet muhamad muhammed mamadou mahomet|montgomery monty|nathaniel nathan nate nat|nicholas nick nicky nicolas|norman norm|oliver ollie|pamela pam|patricia pat patty tricia trish|patrick pat paddy rick|peter pete
  philip phil phillip|priscilla cilla|rachel rae|randolph randy|raphael rafe rafi|raymond ray|rebecca becky becca|reginald reg reggie|richard dick rick ricky rich richie|robert bob bobby rob robbie bert|roberta bobbie|roderick rod|rodney rod|roger rog|roland rollie|ronald ron ronnie|rosemary rosie|rudolph rudy|russell russ|samantha sam|samuel sam sammy|sarah sally sadie|sebastian seb|sidney sid|simon si|solomon sol|sophia sophie|stanley stan|stephanie steph
  steven stephen steve stevie stefan|stuart stu|susan sue susie suzie suzanne|sylvester sly|teresa theresa terry tess|terence terry|theodore ted teddy theo|thomas tom tommy thom|timothy tim timmy|tobias toby|valerie val|vanessa nessa|victor vic|victoria vicky tori|vincent vince vinny|virginia ginny|walter walt wally|wilfred wilf|william bill billy will willie liam|winston win|zachary zach zack
  agustin tino|alberto beto tito|alfonso poncho fonso|alejandro ale alex jandro|ana anita|carlos carlitos charly|concepcion concha conchita|consuelo chelo|cristina cris tina|dolores lola|eduardo edu lalo|enrique quique kike|ernesto neto|federico fede|felipe pipe|fernando nando|francisco paco pancho kiko fran curro|gerardo jerry|gilberto beto|gregorio goyo|graciela chela|guadalupe lupe|guillermo memo guille|gustavo gus|hector tito|humberto beto|ignacio nacho|isabel chabela
  jesus chuy chucho|joaquin quino|jorge coque|jose pepe chepe|josefa pepa|juan juanito|luis lucho luisito|manuel manolo manny manu|margarita rita|maria mari|mario mayito|mercedes meche merche|miguel mike micky|pablo pablito|pedro perico|rafael rafa|ramon moncho|raul rulo|ricardo rico|roberto beto|rosario charo|salvador chava|santiago santi chago diego|sergio checo|teresa tere|tomas tomi|vicente chente
  aleksandr alexandr aleksander sasha shura sanya alex|aleksandra sasha shura|aleksei alexei alexey aleksey alyosha lyosha|anastasia nastya|anatoly tolya anatoli|andrei andrey andriy andryusha|anna anya|antonina tonya|arkady arkasha|boris borya|darya dasha|denis deniska|dmitry dmitri dmitriy dmytro dima mitya|ekaterina yekaterina katya|elena yelena lena|evgeny yevgeny evgeni yevgeniy evgenii yevgeni zhenya|fyodor fedor fedya|galina galya|gennady gena|georgy gosha zhora|grigory grisha
  igor gosha|ilya ilyusha|irina ira|ivan vanya|konstantin kostya|ksenia ksyusha|larisa lara|leonid lyonya|lev lyova|lyubov lyuba|lyudmila luda lyuda mila|maksim maxim max|margarita rita|maria masha|mikhail misha|mykola kolya|nadezhda nadya|natalia natalya natasha nata|nikolai nikolay kolya|oleg olezhka|olga olya|pavel pasha|polina polya|pyotr petr petya|roman roma|sergei sergey serhiy sergej seryozha|sofia sofya sonya|stanislav slava stas|svetlana sveta|tatiana tatyana tanya
  tamara toma|valentina valya|valery valera|vasily vasya vasili|vera verochka|viktor vitya|viktoria vika|vitaly vitalik|vladimir volodymyr uladzimir vova volodya vlad|vladislav vlad slava|vyacheslav slava|yakov yasha|yulia yulya|yuri yury yura|zinaida zina
  johannes hans hannes jan|johann hans|friedrich fritz|heinrich heinz|wilhelm willi|josef sepp|ludwig lutz|giuseppe beppe peppe pino|giovanni gianni nino|francesco franco ciccio|luigi gigi|lorenzo enzo renzo|vincenzo enzo|jean-baptiste jb|mustafa mustapha mostafa|ali aly|ahmed ahmad ahmet akhmed|yusuf youssef yousef yousuf yosef joseph|ibrahim ebrahim brahim abraham|hussein husayn hossein hussain husain huseyin housseine|hassan hasan hassen|said sayed saeed sayyid syed sayyed|osama usama oussama|umar omar omer|uthman othman osman ousmane|suleiman sulayman solomon soliman|ismail ismael esmail|jaafar jafar djafar|yahya yahia yehia|dawood daoud davud dawud|musa moussa mousa|isa issa eisa
  alexandros alexander|georgios giorgos george|ioannis yannis giannis yiannis|konstantinos constantine kostas konstantin|nikolaos nikos nicholas|dimitrios dimitris dimitri|vasilios vasileios vasilis basil|michail michalis michael|pavlos paul|petros peter|andreas andrew|theodoros theodore|panagiotis panos|evangelos vangelis|athanasios thanasis|spyridon spyros|christos chris|eleni helen
  lee ri yi rhee li|park pak bak|choi choe che|lim rim im|noh ro no|ryu yu yoo|jung jong jeong chong chung cheong|kang gang|cho jo|kim gim|shin sin|kwon gwon|ahn an|seo so suh|moon mun|bae pae|baek paek paik|woo u wu|koo ku goo gu|heo ho hur huh|oh o|sung song seong|young yong yeong|hyun hyon hyeon|kyung kyong kyeong gyeong|jin chin|soo su|joo ju chu|hee hui|sun son seon|eun un|chul chol cheol|hyuk hyok hyeok|myung myong myeong|jun joon chun|hoon hun|sik shik|suk sok seok|guk kuk kook|byung pyong byeong|tae dae|kyu gyu|ji chi
  zhang chang cheung|chen chan tan|zhou chow chou|zhao chao chiu|huang wong hwang|wang wong ong|lin lam lim|liu lau low liew|wu ng|xu hsu chui|zheng cheng tseng|xie hsieh tse chia|cai tsai choi chua|guo kuo kwok|ye yeh yip|yang yeung|deng teng tang|li lee|zhu chu|cao tsao|xiao hsiao siu|zeng tseng tsang|qian chien|jiang chiang|luo lo law|liang leung|song sung|zhong chung|qin chin|xi hsi|zhi chih|shi shih|jie chieh|qing ching|xing hsing|jun chun|guang kuang|de te|dong tung|zedong tsetung|jing ching|xiang hsiang|xin hsin|xiu hsiu`

const byName = new Map<string, number[]>()
const groupNames = groups.split(/\||\n/).map((names) => names.trim().split(' '))
for (const [group, names] of groupNames.entries())
  for (const name of names) byName.set(name, [...(byName.get(name) ?? []), group])

/** The names of a group. */
export const namesOfGroup = (group: number): readonly string[] => groupNames[group] ?? []

/** The groups of given names that a word belongs to. */
export const nameGroups = (word: string): readonly number[] | undefined => byName.get(word)

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const numbers = new Map<string, number>([
  ...units.map((word, at): [string, number] => [word, at]),
  ...tens.map((word, at): [string, number] => [word, 20 + at * 10]),
  ['fourty', 40],
  ['hundred', 100],
])
const places = new Map(ordinals.map((word, at): [string, number] => [word, at]))
const roman = /^(?=[ivx])x{0,3}(ix|iv|v?i{0,3})$/
const digit: Record<string, number> = { i: 1, v: 5, x: 10 }

/** The number that a word says, in digits, words (also 1st and first) or Roman letters; `last` where it closes a name. */
export function numberOf(word: string, last: boolean): string | undefined {
  const plain = /^0*(\d+)(st|nd|rd|th)?$/.exec(word)
  if (plain) return plain[1]
  const named = numbers.get(word) ?? places.get(word)
  if (named !== undefined) return String(named)
  if (!roman.test(word) || (word.length === 1 && !last)) return undefined
  let sum = 0
  for (let at = 0; at < word.length; at += 1) {
    const value = digit[word.charAt(at)] ?? 0
    sum += value < (digit[word.charAt(at + 1)] ?? 0) ? -value : value
  }
  return String(sum)
}
