/** One bundled icon set, 24×24 strokes, drawn for this product. An operation names its icon here and nowhere else. */
const PATHS = {
  brain: 'M9 4a3 3 0 0 0-3 3 3 3 0 0 0-1 6 3 3 0 0 0 4 5h1V4zm6 0a3 3 0 0 1 3 3 3 3 0 0 1 1 6 3 3 0 0 1-4 5h-1V4z',
  question: 'M4 5h16v11H11l-5 4v-4H4zM10 9a2 2 0 1 1 2 2v1M12 14v.01',
  hourglass: 'M7 3h10M7 21h10M8 3v4l4 5-4 5v4M16 3v4l-4 5 4 5v4',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  'file-plus': 'M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14h6',
  'file-text': 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  checklist: 'M4 6l1.5 1.5L8 5M4 13l1.5 1.5L8 12M4 20l1.5 1.5L8 19M11 6h9M11 13h9M11 20h9',
  folder: 'M3 6h6l2 2h10v11H3z',
  search: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M14.5 14.5L20 20',
  scroll: 'M5 4h12v14a2 2 0 0 0 4 0v-2H9v2a2 2 0 0 1-4 0zM9 8h5M9 12h5',
  terminal: 'M4 5h16v14H4zM7 9l3 3-3 3M12 15h4',
  keyboard: 'M3 7h18v11H3zM7 11v.01M11 11v.01M15 11v.01M8 15h8',
  stop: 'M6 6h12v12H6z',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  wrench: 'M14 6a4 4 0 0 1 5-1l-3 3 1 2 2 1 3-3a4 4 0 0 1-6 4L8 20l-3-3 8-8a4 4 0 0 1 1-3',
} as const

export type IconName = keyof typeof PATHS

export const ICON_NAMES = Object.keys(PATHS) as readonly IconName[]

export function iconSvg(name: IconName): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${PATHS[name]}"/></svg>`
}
