/** How an operation is called with a path, and what it does to it. A new operation that takes a path gets a line here. */
export interface PathOperation {
  readonly name: string
  readonly access: 'read' | 'write' | 'destroy'
  readonly args: (path: string) => Readonly<Record<string, unknown>>
}

const read = (name: string, args: PathOperation['args']): PathOperation => ({ name, access: 'read', args })
const write = (name: string, args: PathOperation['args']): PathOperation => ({ name, access: 'write', args })
const destroy = (name: string, args: PathOperation['args']): PathOperation => ({ name, access: 'destroy', args })

const begin = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

export const PATH_OPERATIONS: readonly PathOperation[] = [
  read('fs_list', (path) => ({ path })),
  read('fs_read', (path) => ({ path })),
  read('fs_read_range', (path) => ({ path, start_line: 1, end_line: 2 })),
  read('fs_search', (base) => ({ base })),
  read('fs_grep', (base) => ({ base, pattern: 'x' })),
  read('read_file', (filePath) => ({ filePath })),
  read('list_dir', (path) => ({ path })),
  read('file_search', (path) => ({ query: '*', path })),
  read('grep_search', (path) => ({ query: 'x', path })),
  read('get_errors', (path) => ({ path })),
  read('semantic_search', (path) => ({ query: 'x', path })),
  read('list_usages', (path) => ({ symbolName: 'x', filePaths: [path] })),
  read('get_doc_info', (file_path) => ({ file_path })),
  read('document_import', (path) => ({ path })),
  write('fs_write', (path) => ({ path, content: 'x' })),
  write('fs_patch', (path) => ({ path, operations: [{ type: 'replace_first', pattern: 'text', replacement: 'x' }] })),
  write('create_file', (filePath) => ({ filePath, content: 'x', overwrite: true })),
  write('replace_string', (filePath) => ({ filePath, oldString: 'text', newString: 'x' })),
  write('multi_replace_string', (filePath) => ({ replacements: [{ filePath, oldString: 'text', newString: 'x' }] })),
  write('insert_edit', (filePath) => ({ filePath, lineNumber: 1, newText: 'x' })),
  write('apply_patch', (filePath) => ({ patchContent: '@@ -1 +1 @@\n-text\n+x\n', filePath })),
  destroy('fs_delete', (path) => ({ path, recursive: true })),
  destroy('fs_move', (from) => ({ from, to: 'moved-away' })),
  destroy('fs_move', (to) => ({ from: 'mover.txt', to, overwrite: true })),
  destroy('delete_file', (filePath) => ({ filePath, recursive: true })),
  destroy('rename_file', (oldPath) => ({ oldPath, newPath: 'moved-away' })),
  destroy('rename_file', (newPath) => ({ oldPath: 'mover.txt', newPath })),
]

/** Patches name paths in their own lines, so not every path can be named. */
export const PATCH_OPERATIONS: readonly PathOperation[] = [
  write('apply_patch', (path) => ({ patchContent: begin(`*** Update File: ${path}`, '@@', '-text', '+x') })),
  write('apply_patch', (path) => ({ patchContent: begin(`*** Add File: ${path}`, '+x') })),
  destroy('apply_patch', (path) => ({ patchContent: begin(`*** Delete File: ${path}`) })),
  destroy('apply_patch', (path) => ({
    patchContent: begin('*** Update File: mover.txt', `*** Move to: ${path}`, '@@', '-text', '+x'),
  })),
  write('apply_patch', (path) => ({ patchContent: `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-text\n+x\n` })),
]
