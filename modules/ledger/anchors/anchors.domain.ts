/** What an anchor says of a chain of seals, kept where the owner of the database cannot reach. */
export interface AnchorHead {
  agio: 'anchor'
  version: 1
  companyId: string
  company: string
  /** The seals whose rows it names, from the one after the anchor before. */
  first: string
  last: string
  rows: number
  /** The hash of the last of them, in hex: it goes over the whole chain before. */
  hash: string
  /** SHA-256 of the lines that name the rows, in hex. */
  named: string
  at: string
  /** The public key that it is signed with: Ed25519, SPKI in DER, base64url. */
  key: string
}

export interface AnchoredRow {
  seal: string
  id: string
  /** In hex. */
  leaf: string
}

/** An anchor as a file: the head, its signature, and a line for each row. */
export interface AnchorFile {
  head: AnchorHead
  /** The line of the head, byte for byte as it was signed. */
  signed: string
  signature: string
  rows: AnchoredRow[]
  /** The lines of the rows, as their hash goes over them. */
  named: string
}

/** The beginning of a hash as people compare it, letter by letter: 128 bits, which nobody meets by trying. */
export const readably = (hash: string): string => hash.slice(0, 32).match(/.{4}/g)?.join(' ') ?? ''

/** What comes of comparing the books with an anchor; `none`: it is no anchor, `company`: it is another company's. */
export const comparisons = ['whole', 'none', 'signature', 'company', 'row', 'chain', 'stamp'] as const

const number = /^\d{1,18}$/
const rowForm = /^\d{1,18} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} [0-9a-f]{64}\n$/

export const rowLine = ({ seal, id, leaf }: AnchoredRow): string => `${seal} ${id} ${leaf}\n`

/** Whether its rows can be looked for: whoever signs with a key of their own may write anything. */
export const isFormed = ({ rows }: AnchorFile): boolean => rows.every((row) => rowForm.test(rowLine(row)))

/** An anchor read from its file; undefined for a text that is none. */
export function readAnchor(text: string): AnchorFile | undefined {
  const [signed = '', signature = '', ...lines] = text.split('\n')
  const head = readHead(signed)
  if (!head || signature === '') return undefined
  const named = text.slice(signed.length + signature.length + 2)
  const rows = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [seal = '', id = '', leaf = ''] = line.split(' ')
      return { seal, id, leaf }
    })
  return { head, signed, signature, rows, named }
}

/** What the line of a head says; undefined for a line that is none. */
export function readHead(line: string): AnchorHead | undefined {
  try {
    const head = JSON.parse(line) as AnchorHead | null
    const isAnchor = head?.agio === 'anchor' && head.version === 1
    return isAnchor && [head.first, head.last].every((one) => number.test(one)) ? head : undefined
  } catch {
    return undefined
  }
}
