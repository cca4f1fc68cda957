// A process of its own for one picture: what a hostile file does to it, it does to nothing else. Its memory
// goes back to the system with it, and whoever started it ends it when it takes too long.
import { writeFileSync } from 'node:fs';
import { encode, type Reply, type Wish } from './encoder.gateway.ts';

const say = (reply: Reply, then = () => {}) => process.send?.(reply, then);

// Where memory runs out, Linux ends this process and not the site.
try {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
} catch (error) {
  // Some containers let nobody write there; a picture can be made all the same.
  process.stderr.write(`${error}\n`);
}

process.once('message', async (wish: Wish) => {
  const made = await encode(wish);
  say(made, () => process.disconnect());
});
say('ready');
