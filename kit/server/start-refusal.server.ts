/**
 * The start (or a command) cannot go on for a reason that a person can act on. The message is one whole
 * sentence meant for that person: the program prints it alone, without a stack, and exits with code 1.
 */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}

/** The system's, PostgreSQL's or SQLite's code of an error (`ENOENT`, `57P03`, …), where it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return `SQLITE_${String(error.errcode)}`
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const NO_ROOM = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/
const NO_WRITE = /EROFS|EACCES|EPERM|Read-only file system|Permission denied|Operation not permitted/
const NO_FOLDER = /ENOTDIR|EEXIST|ENOENT|Not a directory/

/** Whether the system, or PostgreSQL (53100), could not write because a disk or a quota is full. */
export const isNoRoom = (cause: unknown): boolean =>
  errorCode(cause) === '53100' ||
  NO_ROOM.test(cause instanceof Error ? `${errorCode(cause)} ${cause.message}` : String(cause))

/**
 * Turns what the system says about a folder into a sentence for people.
 * @param cause an error or the tail of a program's log @param folder the folder that was meant to be written
 * @param setting the environment variable that names the folder, where one does
 * @returns the refusal, or `undefined` when the cause is another one: then the original error tells more
 */
export function folderRefusal(cause: unknown, folder: string, setting?: string): StartRefusal | undefined {
  if (cause instanceof StartRefusal) return cause
  const text = cause instanceof Error ? `${errorCode(cause)} ${cause.message}` : String(cause)
  const other = setting ? `set ${setting} to another folder` : 'name another one'
  if (NO_ROOM.test(text))
    return new StartRefusal(`There is no room left on the disk of ${folder}: free some, or ${other}.`)
  if (NO_WRITE.test(text)) return new StartRefusal(`Agio may not write in ${folder}: allow it, or ${other}.`)
  if (NO_FOLDER.test(text)) return new StartRefusal(`${folder} is not a folder that Agio can use: ${other}.`)
  return undefined
}
