const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no file or folder',
  ENOTDIR: 'there is no file or folder',
  EACCES: 'this user has no permission for',
  EPERM: 'this user has no permission for',
  EROFS: 'the file system is read-only:',
  EISDIR: 'a file is needed, but this is a folder:',
  EEXIST: 'there is a file already:',
  ENOSPC: 'no space left on the disk for',
};

/** An error of the file system as a sentence; undefined for any other error. */
export function fileErrorInWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // Reading a folder reports no path.
  if (code === 'EISDIR' && path === undefined) return 'a folder was given where a file is needed';
  if (syscall === undefined || path === undefined) return undefined;
  const reason = REASONS[code ?? ''];
  return reason === undefined ? `${path} cannot be used (${code})` : `${reason} ${path}`;
}
