// An agent in JavaScript that goldgate gates: `agent = "command: node agent.mjs"`. It needs nothing but Node.
//
// The upper half is the agent: a hint table decides which tools a request needs. The lower half speaks goldgate's
// protocol (docs/reference/agent-protocol.md) and can be copied as it is.

import { Socket } from "node:net";
import { createInterface } from "node:readline";

const HINTS = [
  ["weather", "weather_lookup"],
  ["날씨", "weather_lookup"],
  ["note", "note_search"],
  ["remind", "reminder_create"],
];

async function perform(request, tools) {
  const wanted = HINTS.filter(([word]) => request.toLowerCase().includes(word)).map(([, tool]) => tool);
  // Calls that are made at once share a group: goldgate keeps no order among them.
  const group = wanted.length > 1 ? "at once" : undefined;
  const found = await Promise.allSettled(wanted.map((tool) => tools.call(tool, { query: request }, group)));
  const failed = found.filter(({ status }) => status === "rejected").map(({ reason }) => reason.code);
  if (failed.length > 0) {
    return { status: "failure", answer: `That did not work: ${failed.join(", ")}` };
  }
  return found.map(({ value }) => JSON.stringify(value)).join(" and ") || "I can't help with that.";
}

// What follows is the protocol: a JSON object a line, on two descriptors that are neither stdin nor stdout.

class ToolError extends Error {
  constructor({ error_code, message }) {
    super(message);
    this.code = error_code;
  }
}

class Tools {
  #waiting = new Map();

  constructor(trial) {
    this.trial = trial;
  }

  call(tool, args, group) {
    const call = this.#waiting.size + 1;
    say({ type: "call", trial: this.trial, call, tool, args, group });
    return new Promise((resolve, reject) => this.#waiting.set(call, { resolve, reject }));
  }

  returned({ call, value, ...refused }) {
    const { resolve, reject } = this.#waiting.get(call);
    "error_code" in refused ? reject(new ToolError(refused)) : resolve(value);
  }
}

const input = new Socket({ fd: Number(process.env.GOLDGATE_IN), writable: false });
const output = new Socket({ fd: Number(process.env.GOLDGATE_OUT), readable: false });
let tools;

function say(message) {
  output.write(`${JSON.stringify(message)}\n`);
}

async function begin({ trial, request }) {
  tools = new Tools(trial);
  try {
    say({ type: "result", trial, trace: await perform(request, tools) });
  } catch (error) {
    say({ type: "error", trial, error_code: error.code ?? error.name, message: error.message });
  }
}

for await (const line of createInterface({ input, crlfDelay: Infinity })) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1 });
  if (message.type === "case") begin(message);
  if (message.type === "return") tools.returned(message);
}
