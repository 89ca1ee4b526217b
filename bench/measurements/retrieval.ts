import type { Measurement } from '../harness/bench.ts'
import { scratchDirectory } from '../harness/bench.ts'
import type { Fact } from '../harness/report.ts'
import { evaluateRetrieval, type Quality } from '../retrieval/evaluate.ts'
import { PASSAGES } from '../retrieval/passages.ts'
import { QUESTIONS } from '../retrieval/questions.ts'

export const retrieval: Measurement = {
  name: 'retrieval',
  run: async () => {
    using scratch = scratchDirectory()
    const { keyword, embedding, hybrid, secondsToEmbed } = await evaluateRetrieval(scratch.path)
    const isBest = [keyword, embedding].every(
      (other) => hybrid.mrr > other.mrr && hybrid.recallAt1 >= other.recallAt1 && hybrid.recallAt5 >= other.recallAt5,
    )
    return {
      title: 'Retrieval',
      about: `${QUESTIONS.length} questions in other words, asked of ${PASSAGES.length} passages written for this project. Keyword is BM25 over stemmed words, embedding the built-in model alone, hybrid what \`search_memory\` does.`,
      findings: [
        factOf('keyword', keyword),
        factOf('embedding', embedding),
        { ...factOf('hybrid', hybrid), target: { text: 'best of the three', isMet: isBest } },
        { kind: 'fact', what: 'embedding the passages', value: `${secondsToEmbed.toFixed(1)} s` },
      ],
    }
  },
}

function factOf(what: string, { recallAt1, recallAt5, mrr }: Quality): Fact {
  const value = `recall@1 ${recallAt1.toFixed(2)}, recall@5 ${recallAt5.toFixed(2)}, MRR ${mrr.toFixed(3)}`
  return { kind: 'fact', what, value }
}
