/** What an anchor says of a chain of seals, kept where whoever owns the database cannot reach. */
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

export const rowLine = ({ seal, id, leaf }: AnchoredRow): string => `${seal} ${id} ${leaf}\n`

/** An anchor read from its file; undefined for a text that is none. */
export function readAnchor(text: string): AnchorFile | undefined {
  const [signed = '', signature = '', ...lines] = text.split('\n')
  const head = headOf(signed)
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

function headOf(line: string): AnchorHead | undefined {
  try {
    const head = JSON.parse(line) as AnchorHead
    return head.agio === 'anchor' && head.version === 1 ? head : undefined
  } catch {
    return undefined
  }
}
