/**
 * A regular expression for one name of a path that matches at least what any shell would: case is ignored, and a
 * bracket stands for anything, since nobody can tell here whether it was quoted.
 */
export function namePattern(pattern: string): RegExp {
  const open = pattern.indexOf('[')
  const close = pattern.lastIndexOf(']')
  const loose = open === -1 ? pattern : `${pattern.slice(0, open)}*${close > open ? pattern.slice(close + 1) : ''}`
  const source = loose.replace(/[*]+|[?]|[^*?]+/g, (piece) => {
    if (piece.startsWith('*')) return '.*'
    return piece === '?' ? '.' : piece.replace(/[.+^${}()|[\]\\/-]/g, '\\$&')
  })
  // Wildcards do not match a leading dot.
  return new RegExp(`^${/^[*?]/.test(loose) ? '(?!\\.)' : ''}${source}$`, 'isu')
}

export function isNamePattern(name: string): boolean {
  return /[*?[]/.test(name)
}
