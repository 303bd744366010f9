package org.filbert.it.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Answers what Flink's format asks a schema registry: the number of a schema, and the schema. */
final class SchemaRegistry implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final List<String> schemas = new ArrayList<>();

  SchemaRegistry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/subjects/", this::register);
    server.createContext("/schemas/ids/", this::find);
    server.start();
  }

  String address() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private synchronized void register(HttpExchange exchange) throws IOException {
    String schema = JSON.readTree(exchange.getRequestBody()).get("schema").asText();
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    answer(exchange, Map.of("id", schemas.indexOf(schema) + 1));
  }

  private synchronized void find(HttpExchange exchange) throws IOException {
    String id = exchange.getRequestURI().getPath().replaceFirst(".*/", "");
    answer(exchange, Map.of("schema", schemas.get(Integer.parseInt(id) - 1)));
  }

  private static void answer(HttpExchange exchange, Object said) throws IOException {
    byte[] body = JSON.writeValueAsBytes(said);
    exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
