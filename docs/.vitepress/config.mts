import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const docs = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const project = resolve(docs, '..')

/** A menu's entries: pages by their headings. */
const pages = (folder: string, ...names: string[]) =>
  names.map((name) => {
    const text = readFileSync(join(docs, folder, `${name}.md`), 'utf8')
    return { text: text.match(/^# (.*)$/m)![1], link: `/${folder}/${name}` }
  })

const decisions = readdirSync(join(docs, 'adr'))
  .filter((file) => /^\d.*\.md$/.test(file))
  .sort()
  .map((file) => file.replace(/\.md$/, ''))

export default defineConfig({
  title: 'Filbert',
  description: 'Large-scale kernel machine learning on Apache Flink',
  lang: 'en-GB',
  markdown: {
    math: true,
    config(md) {
      // Files of the repository that are no pages are named, not linked.
      md.core.ruler.push('files', (state) => {
        const page = join(docs, state.env.relativePath)
        for (const block of state.tokens) {
          let within = false
          for (const token of block.children ?? []) {
            const href = token.type === 'link_open' ? token.attrGet('href')! : null
            if (href && !/^([a-z]+:|#)/.test(href)) {
              const file = relative(project, resolve(dirname(page), href))
              within = !file.startsWith('docs/') && existsSync(join(project, file.split('#')[0]))
              if (within) {
                token.type = 'html_inline'
                token.content = `<span class="file" title="${file} in the repository">`
              }
            } else if (token.type === 'link_close' && within) {
              within = false
              token.type = 'html_inline'
              token.content = '</span>'
            }
          }
        }
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Get started', link: '/getting-started' },
      { text: 'Tutorials', link: '/tutorials/own-table' },
      { text: 'How-to', link: '/how-to/configure' },
      { text: 'Reference', link: '/reference/configuration' },
      { text: 'Explanation', link: '/explanation/which-solver' },
      { text: 'Measurements', link: '/measurements' },
    ],
    sidebar: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Tutorials', items: pages('tutorials', 'own-table', 'sql', 'kafka-stream', 'cluster', 'java-program') },
      {
        text: 'How-to guides',
        items: pages(
          'how-to', 'configure', 'prepare-data', 'choose-settings', 'plan', 'memory', 'predict', 'python', 'onnx', 'text', 'stream', 'kafka',
          'install', 'run-on-flink', 'kubernetes', 'sql', 'flink-ml', 'resume', 'troubleshooting',
        ),
      },
      {
        text: 'Reference',
        items: pages('reference', 'configuration', 'command-line', 'run-directory', 'model-format', 'metrics'),
      },
      {
        text: 'Explanation',
        items: [
          ...pages(
            'explanation', 'how-fit-decides', 'learned-metric', 'which-solver', 'systems', 'block-coordinate-descent', 'conjugate-gradients', 'newton-cg',
            'coordinate-descent', 'eigenpro', 'doubly-stochastic', 'random-binning', 'costs', 'reliability', 'architecture',
          ),
          { text: 'Decisions', link: '/adr/', collapsed: true, items: pages('adr', ...decisions) },
        ],
      },
      { text: 'Measurements', link: '/measurements' },
    ],
  },
})
