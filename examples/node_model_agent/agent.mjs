// An agent in JavaScript that asks a model which tools to call: `agent = "command: node agent.mjs"`.
//
// It needs nothing but Node. `OPENAI_BASE_URL` is where goldgate answers in the place of the model; the upper half is an
// agent as it would be without goldgate, the lower half speaks goldgate's protocol
// (docs/reference/agent-protocol.md) and can be copied as it is.

import { Socket } from "node:net";
import { createInterface } from "node:readline";

const PROMPT = "Use a tool where one can help, and then answer in one sentence.";
const TOOLS = { weather: "weather_lookup", find_note: "note_search" };
const MOST_TURNS = 5;

async function perform(request, callTool) {
  const messages = [
    { role: "system", content: PROMPT },
    { role: "user", content: request },
  ];
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const said = await ask(messages);
    if (said.tool_calls.length === 0) return said.content;
    messages.push({ role: "assistant", ...said });
    for (const { id, function: wanted } of said.tool_calls) {
      const result = await callTool(TOOLS[wanted.name] ?? wanted.name, JSON.parse(wanted.arguments));
      messages.push({ role: "tool", tool_call_id: id, content: JSON.stringify(result) });
    }
  }
  throw new Error("no answer after so many turns");
}

async function ask(messages) {
  const base = process.env.OPENAI_BASE_URL ?? "https://api.openai.com/v1";
  const tools = Object.keys(TOOLS).map((name) => ({ type: "function", function: { name } }));
  const response = await fetch(`${base}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
    body: JSON.stringify({ model: "gpt-4o-mini", messages, tools, stream: true }),
  });
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`);
  return gathered(response.body);
}

// The message whose parts a stream brings, an event each.
async function gathered(body) {
  const said = { content: "", tool_calls: [] };
  for await (const { choices } of events(body)) {
    const { content = "", tool_calls: parts = [] } = choices[0].delta;
    said.content += content;
    for (const { index, id, function: part } of parts) {
      said.tool_calls[index] ??= { id, type: "function", function: { name: part.name, arguments: "" } };
      said.tool_calls[index].function.arguments += part.arguments ?? "";
    }
  }
  return said;
}

async function* events(body) {
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith("data: ") && line !== "data: [DONE]") yield JSON.parse(line.slice("data: ".length));
    }
  }
}

// What follows is the protocol: a JSON object a line, on two descriptors that are neither stdin nor stdout.

const input = new Socket({ fd: Number(process.env.GOLDGATE_IN), writable: false });
const output = new Socket({ fd: Number(process.env.GOLDGATE_OUT), readable: false });
const waiting = new Map();

function say(message) {
  output.write(`${JSON.stringify(message)}\n`);
}

function calling(trial) {
  return (tool, args) => {
    const call = waiting.size + 1;
    say({ type: "call", trial, call, tool, args });
    return new Promise((resolve, reject) => waiting.set(call, { resolve, reject }));
  };
}

function returned({ call, value, error_code, message }) {
  const { resolve, reject } = waiting.get(call);
  if (error_code === undefined) resolve(value);
  else reject(Object.assign(new Error(message), { code: error_code }));
}

async function begin({ trial, request }) {
  try {
    say({ type: "result", trial, trace: await perform(request, calling(trial)) });
  } catch (error) {
    say({ type: "error", trial, error_code: error.code ?? error.name, message: error.message });
  }
}

for await (const line of createInterface({ input, crlfDelay: Infinity })) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1 });
  if (message.type === "case") begin(message);
  if (message.type === "return") returned(message);
}
