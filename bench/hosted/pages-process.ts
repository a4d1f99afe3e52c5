// Open hosted pages in a process of their own, so that what they cost is not counted with the service.
import { answerParent } from '../api/child.ts';
import { handshakes } from './handshakes.ts';
import { PageStreams, type OpenPages } from './streams.ts';

const streams = new PageStreams();

answerParent(
  {
    open: (pages: OpenPages) => streams.open(pages),
    seen: (sessionIds: readonly string[]) => streams.seen(sessionIds),
    count: () => streams.count,
    links: () => streams.links,
    closeAll: () => streams.close(),
    handshakes,
  },
  async () => streams.close(),
);
